"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const [CHAPTER, BY, DID, EVENTS, CLAUSES, COMMENTS, STATUS, PARTS] = [0, 1, 2, 3, 4, 5, 6, 7];
const $ = id => document.getElementById(id), frames = data.frames, words = data.words;
let at = 0, timer = 0;
const made = (name, text, ...inside) => {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  node.append(...inside);
  return node;
};
// The drawings are markup that Rulewright wrote: every name in it is escaped there. All other texts are set as text.
const svg = number => {
  const [name, width, height, things] = data.blocks[number], box = document.createElement("div");
  box.innerHTML = `<svg class="rw" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="group">`
    + things.map(thing => data.things[thing].map(piece => data.pieces[piece]).join("")).join("") + "</svg>";
  box.firstChild.setAttribute("aria-label", name);
  box.firstChild.style.maxWidth = `min(100%, ${width}px)`;
  return box.firstChild;
};
const flow = (kind, ...inside) => { const node = made("div", "", ...inside); node.className = kind; return node; };
const isWide = number => data.blocks[number][1] > data.wide * data.blocks[number][2];
const draw = ([boards, panels, groups, key]) => {
  const nodes = [];
  if (boards.length) nodes.push(flow(boards.some(isWide) ? "flow boards wide" : "flow boards", ...boards.map(svg), flow("panels", ...panels.map(svg))));
  else nodes.push(flow("flow", ...panels.map(svg)));
  for (const [caption, cards] of groups) nodes.push(made("h2", caption), flow("flow", ...cards.map(svg)));
  if (key.length) nodes.push(flow("flow", ...key.map(svg)));
  $("picture").replaceChildren(...nodes);
};
const say = frame => {
  const nodes = frame[COMMENTS].length ? [made("blockquote", frame[COMMENTS].join("\n"))] : [];
  if (frame[DID]) nodes.push(made("p", "", made("b", (frame[BY] || words.chance) + ": "), frame[DID]));
  nodes.push(...frame[EVENTS].map(event => made("p", event)));
  if (frame[CLAUSES].length) {
    const list = frame[CLAUSES].map(id => made("li", "", made("code", id), data.clauses[id] ? " " + data.clauses[id] : ""));
    const more = made("details", "", made("summary", `${words.clauses} (${list.length})`), made("ul", "", ...list));
    more.open = $("said").querySelector("details")?.open ?? false;
    nodes.push(more);
  }
  $("said").replaceChildren(...nodes);
};
const show = (wanted, quiet) => {
  at = Math.max(0, Math.min(frames.length - 1, wanted));
  const frame = frames[at];
  draw(frame[PARTS]);
  say(frame);
  $("status").textContent = frame[STATUS];
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", `${at}/${frames.length - 1} ${frame[BY]} ${frame[DID]}`);
  $("chapter").value = frame[CHAPTER];
  $("log").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const entry = $("log").querySelector(`[data-at="${at}"]`);
  if (entry) {
    entry.setAttribute("aria-current", "step");
    const log = $("log"), top = entry.offsetTop;
    if (top < log.scrollTop || top > log.scrollTop + log.clientHeight - 40) log.scrollTop = top - log.clientHeight / 2;
  }
  for (const id of ["first", "back"]) $(id).disabled = at === 0;
  for (const id of ["forward", "last"]) $(id).disabled = at === frames.length - 1;
  $("link").href = "#" + at;
  if (!quiet) history.replaceState(null, "", "#" + at);
};
const play = going => {
  clearInterval(timer);
  timer = going ? setInterval(() => at < frames.length - 1 ? show(at + 1) : play(false), 1500) : 0;
  $("play").textContent = going ? words.stop : words.play;
  $("play").setAttribute("aria-pressed", String(going));
};
frames.forEach((frame, i) => {
  const first = i === 0 || frames[i - 1][CHAPTER] !== frame[CHAPTER];
  if (first && data.chapters.length > 1) {
    const head = made("li", data.chapters[frame[CHAPTER]] || words.start);
    head.className = "part";
    $("log").append(head);
  }
  const label = frame[DID] ? [made("i", (frame[BY] || words.chance) + " "), frame[DID]] : [words.start];
  const button = made("button", "", ...label);
  button.dataset.at = i;
  button.addEventListener("click", () => show(i));
  $("log").append(made("li", "", button));
});
data.chapters.forEach((name, i) => { const option = made("option", name || words.start); option.value = i; $("chapter").append(option); });
$("parts").hidden = data.chapters.length < 2;
$("chapter").addEventListener("change", event => show(frames.findIndex(frame => frame[CHAPTER] === Number(event.target.value))));
$("slider").max = frames.length - 1;
$("slider").addEventListener("input", event => show(Number(event.target.value)));
const steps = {first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => frames.length - 1};
for (const [id, step] of Object.entries(steps)) $(id).addEventListener("click", () => { play(false); show(step()); });
$("play").addEventListener("click", () => play(!timer));
addEventListener("keydown", event => {
  if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = {ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last}[event.key];
  if (step) { event.preventDefault(); play(false); show(step()); }
  else if (event.key === " " && !event.target.matches("button, a, summary")) { event.preventDefault(); play(!timer); }
});
const linked = () => /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : 0;
addEventListener("hashchange", () => show(linked(), true));
show(linked(), true);
