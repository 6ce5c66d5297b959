// What a finger can choose: boards grow in boxes that scroll, and other things that are drawn small get buttons of their own.
"use strict";
const FINGER = 44, LARGEST = 4, fingers = matchMedia("(pointer: coarse), (max-width: 48rem)");
// By the name of a board: how much larger it is drawn than the page is wide, how far it is scrolled, and whether it is shown whole.
const grown = new Map(), scrolled = new Map(), whole = new Set();
const boards = () => [...$("picture").querySelectorAll(".board")];
const factorOf = name => whole.has(name) ? 1 : grown.get(name) || 1;
const nameOfBoard = board => board.querySelector("svg").getAttribute("aria-label");

// Things that a tap on the board can mean, with their places.
const targets = () => things().filter(thing => shapeOf(thing)?.hasAttribute("role")).map(thing => {
  const box = shapeOf(thing).getBoundingClientRect();
  return {thing, keys: keysOf(thing), box, x: box.x + box.width / 2, y: box.y + box.height / 2};
});
// The side of the area in which a tap means a thing: its own, or as far as the next thing is away.
function reach(target, all) {
  const own = Math.min(target.box.width, target.box.height);
  const around = all.filter(other => other !== target && other.thing.contains(target.thing));
  if (own >= FINGER || around.some(({thing}) => !thing.matches(".no"))) return own;
  const others = all.filter(other => !around.includes(other) && !other.keys.some(key => target.keys.includes(key)));
  const apart = Math.min(FINGER, ...others.map(other => Math.hypot(other.x - target.x, other.y - target.y)));
  return Math.max(own, apart);
}
// What is lit, by its key: the place that is easiest to hit.
function easiest() {
  const all = targets(), found = new Map();
  for (const target of all.filter(({thing}) => thing.matches(".next, .later"))) {
    const key = target.keys.find(key => offer.next.includes(key)) || target.keys.find(key => offer.later.includes(key));
    const side = reach(target, all);
    if (side > (found.get(key)?.side ?? 0)) found.set(key, {...target, side});
  }
  return found;
}

// A thing as it stands before the player to move, who may have another number of it than others.
const ofMover = key => things().find(thing => thing.matches(".next, .later") && keysOf(thing).includes(key)
  && thing.ownerSVGElement.querySelector(".panel.turn"));

function fit() {
  const small = new Map(), drawn = new Map(boards().map(nameOfBoard).map(name => [name, factorOf(name)]));
  size();
  if (offer && fingers.matches) {
    for (const [key, target] of easiest()) {
      const board = target.thing.matches(".of-space") && target.thing.closest(".board");
      if (target.side >= FINGER - .5) continue;
      if (!board) { small.set(key, ofMover(key) || target.thing); continue; }
      const name = nameOfBoard(board), factor = drawn.get(name) * FINGER / target.side;
      grown.set(name, Math.min(LARGEST, Math.max(grown.get(name) || 1, factor)));
    }
    size();
  }
  const drawn_small = [...small].sort(([a], [b]) => offer.next.includes(b) - offer.next.includes(a)).map(([key, thing]) => button(key, thing));
  $("tray").replaceChildren(...drawn_small, ...(offer ? offer.numbers : []).map(([key, says]) => plain(key, says)));
}
// Give each board its size, a box to scroll it and a button to see all of it.
function size() {
  for (const board of boards()) {
    const name = nameOfBoard(board), box = board.querySelector(".scroll"), factor = factorOf(name);
    box.firstElementChild.style.width = `${100 * factor}%`;
    board.querySelector("button")?.remove();
    if (grown.has(name)) board.append(toggle(name));
    if (factor === 1) { box.removeAttribute("tabindex"); continue; }
    box.tabIndex = 0;
    if (scrolled.has(name)) box.scrollLeft = scrolled.get(name);
    else centre(box, box.querySelector(".next, .later"));
  }
}
function centre(box, thing) {
  if (!thing) return;
  const at = thing.getBoundingClientRect(), frame = box.getBoundingClientRect();
  box.scrollLeft += at.x + at.width / 2 - frame.x - frame.width / 2;
}
function toggle(name) {
  const button = document.createElement("button");
  button.textContent = whole.has(name) ? words.larger : words.whole;
  button.dataset.key = "board " + name;
  button.addEventListener("click", () => { if (!whole.delete(name)) whole.add(name); fit(); });
  return button;
}
// A number that no picture shows, as a button.
function plain(key, says) {
  const made = document.createElement("button");
  made.textContent = says;
  made.dataset.thing = key;
  made.dataset.key = "number " + key;
  made.className = "is-next is-number";
  return made;
}
// A thing as a button: its sign, as it is drawn, and its name.
function button(key, thing) {
  const made = document.createElement("button"), name = document.createElement("span"), sign = thing.closest("g.token");
  if (sign) {
    const drawn = document.createElementNS(SVG, "svg"), copy = sign.cloneNode(true);
    for (const node of [copy, ...copy.querySelectorAll("*")]) for (const each of ["id", "role", "aria-label", "tabindex", "data-key"]) node.removeAttribute(each);
    copy.classList.remove("next", "later");
    drawn.setAttribute("viewBox", "-10 -10 120 120");
    drawn.setAttribute("class", "rw");
    drawn.setAttribute("aria-hidden", "true");
    drawn.append(copy);
    made.append(drawn);
  }
  name.textContent = nameOf(thing);
  made.append(name);
  made.dataset.thing = key;
  made.dataset.key = "tray " + key;
  made.className = offer.next.includes(key) ? "is-next" : "is-later";
  return made;
}

// What a click means: a whole board is only shown larger where it is tapped; a tap beside a lit thing means the nearest one.
function aimed(event) {
  const board = event.target.closest(".board"), name = board && nameOfBoard(board);
  if (whole.has(name)) { enlarge(board, event); return null; }
  const hit = offer && meant(event.target);
  if (!offer || !fingers.matches || hit && !hit.matches(".no")) return event.target;
  const far = box => Math.hypot(Math.max(box.left - event.clientX, 0, event.clientX - box.right), Math.max(box.top - event.clientY, 0, event.clientY - box.bottom));
  const near = targets().filter(({thing, box}) => thing.matches(".next, .later") && (!hit || hit.contains(thing)) && far(box) <= FINGER / 2);
  near.sort((a, b) => far(a.box) - far(b.box));
  return near[0]?.thing || event.target;
}
function enlarge(board, event) {
  const name = nameOfBoard(board), frame = board.querySelector(".scroll").getBoundingClientRect();
  const part = [(event.clientX - frame.x) / frame.width, (event.clientY - frame.y) / frame.height];
  whole.delete(name);
  fit();
  const box = board.querySelector(".scroll");
  box.scrollLeft = part[0] * box.scrollWidth - box.clientWidth / 2;
  scrollBy(0, box.getBoundingClientRect().y + part[1] * box.clientHeight - innerHeight / 2);
}

document.addEventListener("scroll", event => {
  if (event.target.matches?.(".scroll")) scrolled.set(nameOfBoard(event.target.closest(".board")), event.target.scrollLeft);
}, true);
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === wide) return;
  wide = innerWidth;
  for (const kept of [grown, scrolled, whole]) kept.clear();
  fit();
});
