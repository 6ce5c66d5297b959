// The page of a table: follows the table, lights what is possible, and sends what is clicked, typed or chosen by keys.
"use strict";
const at = document.body.dataset.at, words = JSON.parse(document.body.dataset.words), $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg", title = document.title;
let offer = null, turn = 0, asking = 0, wondering = 0, hovered = null, clauses = [];

// ---- What is drawn, and what it stands for ----

const keyOf = thing => {
  const {type = "", value = "", field = "", of = ""} = thing.dataset;
  if (!value) return "";
  return type && type !== "field" ? `${type}|${value}` : `|${value}|${field}|${of}`;
};
const typeOf = key => key.startsWith("|") ? "|" + key.split("|")[2] : key.split("|")[0];
const keysOf = thing => [keyOf(thing), ...(thing.dataset.members || "").split(" ").filter(Boolean).map(each => `${thing.dataset.type}|${each}`)];
const things = () => [...$("picture").querySelectorAll("[data-value]")].filter(thing => !thing.closest(".key"));
// The shape of a thing takes the focus, not its group: things on a space would otherwise be buttons within a button.
const shapeOf = thing => thing.querySelector(":scope > path") || thing.querySelector("path, text");
const nameOf = thing => (thing.querySelector(":scope > title")?.textContent || keyOf(thing).split("|")[1]).trim();

function light() {
  const lit = new Map();
  if (offer) {
    for (const key of offer.later) lit.set(key, "later");
    for (const key of offer.next) lit.set(key, "next");
  }
  const chosen = new Set(offer ? offer.chosen : []);
  for (const thing of things()) {
    const keys = keysOf(thing), key = keys.find(each => lit.has(each)) || keys[0], shape = shapeOf(thing);
    const state = !offer ? "" : keys.some(each => chosen.has(each)) && !lit.has(key) ? "chosen"
      : lit.get(key) || (offer.types.includes(typeOf(key)) ? "no" : "");
    thing.classList.remove("next", "later", "no", "chosen");
    if (state) thing.classList.add(state);
    if (!shape) continue;
    if (state) {
      shape.setAttribute("role", "button");
      shape.setAttribute("aria-label", nameOf(thing) + ({no: words.no, chosen: words.chosen}[state] || ""));
      shape.setAttribute("tabindex", "-1");
      shape.dataset.key = "thing " + key + " " + (thing.parentNode.closest("[data-value]")?.dataset.value || "");
    } else for (const name of ["role", "aria-label", "tabindex", "data-key"]) shape.removeAttribute(name);
  }
  document.querySelector("main").classList.toggle("unlit", !$("picture").querySelector(".next, .later"));
  const first = stops()[0];
  if (first) first.setAttribute("tabindex", "0");
  fit();
}
const stops = () => ["next", "later", "chosen", "no"].flatMap(state => [...$("picture").querySelectorAll("." + state)])
  .map(shapeOf).filter(shape => shape && shape.hasAttribute("role"));

// ---- The parts of the page ----

function changed(parts) {
  const places = ["status", "over", "log", "seats", "host", "picture", "moves"].filter(id => id in parts);
  rulewright.put(Object.fromEntries(places.map(id => [id, parts[id]])));
  // What was said of the position before is out of date.
  if ("turn" in parts) { turn = parts.turn; $("why").replaceChildren(); }
  if ("offer" in parts) { offer = parts.offer; $("chosen").replaceChildren(); }
  // The result stands above the board, where a player who has just made the last move may not look.
  if (parts.over) $("over").scrollIntoView({block: "nearest"});
  if ("gate" in parts) gate(parts.gate);
  if ("at" in parts) { clauses = parts.at; mark(); }
  const mayType = $("typed");
  if (mayType) mayType.hidden = !offer;
  $("choose").hidden = !offer;
  light();
  // A tab in the background shows whose turn it is.
  document.title = (offer ? "● " : "") + title;
  const focused = document.activeElement;
  if ("turn" in parts && (!focused || focused === document.body) && offer && $("picture").dataset.keys) stops()[0]?.focus({preventScroll: true});
}

function gate(question) {
  const place = $("gate");
  place.hidden = !question;
  if (!question) { place.replaceChildren(); return; }
  if (question.says) { place.textContent = question.says; return; }
  const said_of = name => words[name].replaceAll("{who}", () => question.name);
  const button = document.createElement("button"), said = document.createElement("p");
  button.className = "main";
  button.id = "gate-button";
  if (question.sits) {
    said.textContent = said_of("only_for");
    button.textContent = words.hide;
    button.onclick = () => act("sit", {});
  } else {
    said.textContent = said_of("come");
    button.textContent = said_of("alone");
    button.onclick = () => act("sit", {seat: question.seat});
  }
  place.replaceChildren(said, button);
}

function explain(markup) {
  $("why").innerHTML = markup;
  if (markup && matchMedia("(max-width: 62rem)").matches) $("why").scrollIntoView({block: "nearest"});
}

// ---- What is done ----

async function act(what, record) {
  clearTimeout(hovered);
  wondering++;
  const mine = ++asking;
  const answer = await rulewright.send(`${at}/${what}`, {turn, ...record});
  if (answer.why) explain(answer.why);
  else if (answer.wrong) { explain(""); $("why").append(paragraph(answer.wrong)); }
  else if (what !== "offer") explain("");
  if (answer.closed) location.reload();
  return mine === asking ? answer : {};
}
const paragraph = text => { const node = document.createElement("p"); node.className = "bad"; node.textContent = text; return node; };

function narrowed(answer) {
  offer = answer.offer;
  rulewright.put({moves: answer.moves, chosen: answer.chosen});
  light();
}
async function choose(key) {
  const answer = await act("offer", {chosen: [...offer.chosen, key]});
  if (!answer.offer || answer.turn !== turn) return;
  if (answer.offer.made) { act("play", {move: answer.offer.made}); return; }
  narrowed(answer);
  if ($("picture").dataset.keys) stops()[0]?.focus({preventScroll: true});
}
async function forget() {
  const answer = await act("offer", {chosen: []});
  if (!answer.offer) return;
  narrowed(answer);
}
// An answer that comes after something else was asked or done is out of date.
async function why(key) {
  const mine = ++wondering, answer = await rulewright.send(`${at}/why`, {chosen: offer.chosen, thing: key});
  if (mine === wondering && answer.why) explain(answer.why);
}

// The thing that is meant at a place: the innermost that is possible, or else the innermost that the choice is about.
function meant(target) {
  const around = [];
  for (let thing = target.closest("[data-value]"); thing; thing = thing.parentNode.closest("[data-value]")) around.push(thing);
  return around.find(thing => thing.matches(".next")) || around.find(thing => thing.matches(".later"))
    || around.find(thing => thing.matches(".chosen")) || around.find(thing => thing.matches(".no"));
}
function take(target) {
  const thing = offer && meant(target);
  if (!thing) return;
  const keys = keysOf(thing);
  if (thing.matches(".chosen")) forget();
  else if (thing.matches(".no")) why(keys[0]);
  else choose(keys.find(key => offer.next.includes(key)) || keys.find(key => offer.later.includes(key)));
}

$("picture").addEventListener("click", event => { delete $("picture").dataset.keys; const target = aimed(event); if (target) take(target); });
$("picture").addEventListener("pointerover", event => {
  if (event.pointerType === "touch") return;
  const thing = offer && meant(event.target);
  clearTimeout(hovered);
  if (thing?.matches(".no")) hovered = setTimeout(() => why(keysOf(thing)[0]), 350);
});
$("picture").addEventListener("focusin", event => {
  for (const stop of stops()) stop.setAttribute("tabindex", stop === event.target ? "0" : "-1");
});
$("picture").addEventListener("keydown", event => {
  if (!event.target.matches("[role=button]")) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    $("picture").dataset.keys = "yes";
    take(event.target);
  } else if (event.key === "Escape") forget();
  else if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    nearest(event.target, event.key)?.focus();
  } else if (event.key === "Home" || event.key === "End") {
    event.preventDefault();
    stops().at(event.key === "Home" ? 0 : -1)?.focus();
  }
});
// The nearest thing in the direction of an arrow key.
function nearest(from, key) {
  const middle = node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from), across = key === "ArrowLeft" || key === "ArrowRight", sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = null, least = Infinity;
  for (const stop of stops()) {
    if (stop === from) continue;
    const [sx, sy] = middle(stop), along = sign * (across ? sx - x : sy - y), aside = Math.abs(across ? sy - y : sx - x);
    if (along > 1 && along + 2 * aside < least) { best = stop; least = along + 2 * aside; }
  }
  return best;
}

document.addEventListener("click", async event => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.move !== undefined) act("play", {move: button.dataset.move});
  else if (button.dataset.thing) choose(button.dataset.thing);
  else if (button.dataset.show) show(button.dataset.show);
  else if (button.dataset.copy) {
    const link = new URL(button.dataset.copy, location.href).href;
    try { await navigator.clipboard.writeText(link); button.textContent = words.copied; } catch { prompt(words.link, link); }
  } else switch (button.dataset.act) {
    case "forget": forget(); break;
    case "roll": act("roll", {}); break;
    case "undo": act("undo", {}); break;
    case "undo-anything": act("undo", {anything: true}); break;
    case "redo": act("redo", {}); break;
    case "close": if (confirm(words.close)) act("close", {}); break;
  }
});
document.addEventListener("change", event => {
  const seat = event.target.dataset?.seat;
  if (seat !== undefined) act("seat", {seat: Number(seat), kind: event.target.value});
});
$("typed")?.addEventListener("submit", async event => {
  event.preventDefault();
  const answer = await act("play", {move: $("move").value});
  if (!answer.wrong && !answer.why) $("move").value = "";
});

// ---- The rules beside the board ----

let loaded = null;
const load = () => loaded ??= fetch(`${at}/rules`).then(answer => answer.json()).then(found => { $("rules").innerHTML = found.rules; $("rules").lang = found.language; mark(); });
function mark() {
  if (!loaded) return;
  for (const old of $("rules").querySelectorAll(".at-hand")) { old.classList.remove("at-hand"); old.removeAttribute("aria-current"); }
  for (const [depth, id] of clauses.entries()) {
    const clause = $("rules").querySelector(`[data-clause="${CSS.escape(id)}"]`);
    if (!clause) continue;
    clause.classList.add("at-hand");
    clause.setAttribute("aria-current", "true");
    if (depth === 0 || !$("rules").querySelector(".at-hand")) bring(clause);
  }
}
const bring = clause => { const box = $("rules"); box.scrollTop += clause.getBoundingClientRect().top - box.getBoundingClientRect().top - 40; };
async function show(ids) {
  $("rules-box").open = true;
  await load();
  const clause = ids.split(" ").map(id => $("rules").querySelector(`[data-clause="${CSS.escape(id)}"]`)).find(Boolean);
  if (!clause) return;
  for (const old of $("rules").querySelectorAll(".shown")) old.classList.remove("shown");
  clause.classList.add("shown");
  $("rules-box").scrollIntoView({block: "nearest"});
  bring(clause);
}
$("rules-box").addEventListener("toggle", () => { if ($("rules-box").open) load().then(mark); });

// Beside the board there is room for the rules; below it they are opened when a player wants them.
if (matchMedia("(min-width: 62.01rem)").matches) $("rules-box").open = true;

rulewright.follow(`${at}/events`, changed);
