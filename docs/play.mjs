// Plays a game from a module that `rulewright build` wrote: node play.mjs FILE.wasm SEED NUMBER
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

// A module, ready to play: its description, its exports, and a few things made of them.
export async function load(bytes) {
  const module = await WebAssembly.compile(bytes);
  const [section] = WebAssembly.Module.customSections(module, "rulewright");
  const about = JSON.parse(new TextDecoder().decode(section));
  if (about.interface !== 2) throw new Error(`interface ${about.interface} is not 2`);
  const { exports } = await WebAssembly.instantiate(module);
  const at = about.memory, view = new DataView(exports.memory.buffer);
  const word = (address, bytes) =>
    bytes === 4 ? view.getInt32(address, true) : Number(view.getBigInt64(address, true));
  const slot = (i) => word(at.state + i * at.slot_bytes, at.slot_bytes);
  const point = () => about.points.find((one) => one.block === slot(0));
  return {
    about, exports, slot, point,
    state: () => Array.from({ length: at.slots }, (_, i) => slot(i)),
    legal: () => Array.from({ length: exports.legal() }, (_, i) => Number(exports.code(i))),
    written: (code) => written(point(), code),
    ended: () => about.ends[slot(1) - 1] ?? null,
    // What went wrong, after an export has trapped.
    wrong: () => ({ kind: word(at.wrong, 8), ...about.sites[word(at.site, 8)] }),
  };
}

// A move as text, or its clause and open values where its text depends on the position.
function written(point, code) {
  const kind = point.kinds.find((one) => code < one.first + one.count);
  let left = code - kind.first;
  const values = [];
  for (const open of [...kind.open].reverse()) {
    const place = left % open.count;
    left = (left - place) / open.count;
    values.unshift(open.words ? open.words[place] : open.least === undefined ? place : open.least + place);
  }
  if (kind.written === null) return [kind.clause, ...values].join(" ");
  return kind.written.map((part) => (typeof part === "number" ? values[part] : part.parts ? joined(part) : part)).join("");

  // The steps of a chain, or the kinds of an amount: those that are there.
  function joined({ parts, between }) {
    return parts.map((part) => values[part]).filter((value) => value !== "").join(between);
  }
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const game = await load(readFileSync(argv[2]));
  game.exports.start(BigInt(argv[3]), BigInt(argv[4]));
  while (game.ended() === null) {
    const [point, who] = [game.point(), game.exports.mover()];
    const code = Number(game.exports.draw());
    const kind = point.kinds.find((one) => code < one.first + one.count);
    console.log(`${who < 0 ? "chance" : game.about.seats[who]} ${kind.clause} ${code}`);
  }
  console.log(`over by ${game.ended()}, winners ${game.exports.winners()}`);
}
