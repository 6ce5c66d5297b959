// The translator's desk: rows that follow the server, keys and buttons that decide.
"use strict";
const base = `/review/${document.body.dataset.link}`;
const place = document.getElementById("rows"), find = document.getElementById("find");
const said = document.getElementById("said"), wrong = document.getElementById("wrong");
// `decided` is the row of the last decision; `wanted` is a row to go to as soon as it is there.
let view = "todo", here = null, decided = "", wanted = "", numbering = "", moves = 0, waiting = Promise.resolve();

// ---- What is shown

// A user who is writing is not led away: the next letters would be commands.
const isWriting = () => document.activeElement.closest("form") !== null;
const rows = () => [...place.children];
const shown = () => rows().filter(row => !row.hidden);

function fits(row) {
  return (view === "every" || row.classList.contains(view) || row === here || row.querySelector("form"))
    && row.textContent.toLowerCase().includes(find.value.toLowerCase());
}

function show() {
  rows().forEach(row => { row.hidden = !fits(row); });
  document.querySelectorAll("[data-view]").forEach(one => one.setAttribute("aria-pressed", one.dataset.view === view));
  document.getElementById("counted").textContent = `${shown().length} of ${rows().length} rows`;
  if (here && !here.isConnected) here = null;
}

function go(row) {
  if (!row) return;
  if (here) here.classList.remove("here");
  here = row;
  row.hidden = false;
  row.classList.add("here");
  row.focus({preventScroll: true});
  // The header hides what is under it, however high it is.
  document.documentElement.style.setProperty("--head", `${document.querySelector("header").offsetHeight + 8}px`);
  row.scrollIntoView({block: "nearest"});
}

// Go to the row that is wanted, whatever is listed: its decision was taken back, or it shall be seen again.
function goWanted() {
  const row = wanted && document.getElementById(wanted);
  if (!row || isWriting()) return;
  wanted = "";
  if (row !== here) { go(row); show(); }
}

function see(id) {
  wrong.textContent = "";
  wanted = id;
  goWanted();
}

// Tell what was done, with a way to the row that it was done to.
function tell(text, id) {
  said.textContent = text;
  document.getElementById("see").hidden = !text || !id;
  decided = id || decided;
}

// Go some rows on among those that are shown; what is done meanwhile stays shown until then.
function step(by) {
  moves += 1;
  wanted = wrong.textContent = "";
  const some = shown(), at = some.indexOf(here);
  const next = some[at < 0 ? 0 : Math.min(Math.max(at + by, 0), some.length - 1)];
  go(next);
  show();
}

// ---- A server that has restarted

// The page is loaded again from it, at once or as soon as nothing is being written.
let hasRestarted = false;
function loadAgain() {
  document.getElementById("restarted").hidden = !hasRestarted;
  if (hasRestarted && !document.querySelector("form")) location.reload();
}

// What is listed and where a person is stays over a new load of the page.
const placeKey = `place ${base}`;
function keepPlace() {
  try {
    sessionStorage.setItem(placeKey, JSON.stringify({view, find: find.value, here: here?.id || wanted, hasRestarted, wrong: wrong.textContent}));
  } catch { /* a browser that keeps nothing begins at the beginning */ }
}
function placeKept() {
  try {
    return JSON.parse(sessionStorage.getItem(placeKey)) || {};
  } catch {
    return {};
  }
}
const kept = placeKept();
view = kept.view || view;
find.value = kept.find || "";
wanted = kept.here || "";
if (kept.hasRestarted) {
  tell("The server has restarted; the page has been loaded again.", "");
  wrong.textContent = kept.wrong;
}
addEventListener("pagehide", keepPlace);

rulewright.follow(`${base}/events`, parts => {
  if (parts.run && parts.run !== document.body.dataset.run) { hasRestarted = true; loadAgain(); }
  // Rows of another run may have other names: what is being written stays where it is until the page is loaded again.
  if (hasRestarted) return;
  // What a user is writing keeps the cursor, wherever its row goes: else each letter would be a command.
  const writing = document.activeElement.closest("form") ? document.activeElement : null;
  const from = writing && writing.selectionStart, to = writing && writing.selectionEnd;
  // Where the row is gone on which a person is, they go on with the next one that is left.
  const some = shown(), at = some.indexOf(here);
  const nextIds = (at < 0 ? [] : [...some.slice(at + 1), ...some.slice(0, at).reverse()]).map(row => row.id);
  numbering = parts.numbering ?? numbering;
  if (parts.head !== undefined) rulewright.put({head: parts.head});
  for (const [name, markup] of Object.entries(parts)) {
    if (!name.startsWith("row ")) continue;
    const old = document.getElementById(name.slice(4));
    const made = document.createElement("template");
    made.innerHTML = markup;
    const row = made.content.firstElementChild;
    // What a user is writing stays.
    const form = old && old.querySelector("form");
    if (form) row.append(...old.querySelectorAll("form"));
    const focused = old && old.contains(document.activeElement);
    if (old) old.replaceWith(row); else place.append(row);
    if (old === here && old) { here = row; row.classList.add("here"); if (focused && !form) row.focus({preventScroll: true}); }
  }
  if (parts.order) {
    const wanted = new Set(parts.order);
    rows().forEach(row => { if (!wanted.has(row.id) && !row.querySelector("form")) row.remove(); });
    parts.order.forEach((key, at) => {
      const row = document.getElementById(key);
      if (row && place.children[at] !== row) place.insertBefore(row, place.children[at] || null);
    });
  }
  show();
  goWanted();
  // A row that is not there now does not come any more.
  wanted = "";
  if (!here) go(nextIds.map(id => document.getElementById(id)).find(row => row && !row.hidden) || shown()[0]);
  if (writing && writing.isConnected && document.activeElement !== writing) {
    writing.focus({preventScroll: true});
    if (from !== null && writing.setSelectionRange) writing.setSelectionRange(from, to);
  }
});

// ---- Decisions

// Send a decision; they are carried out one after the other, while the person goes on. Tells whether it is kept.
// The server refuses numbers of sentences that these do not have any more; `asked` is the numbering of a form.
function send(record, row, next, asked = numbering) {
  if (row) row.classList.add("saving");
  let moved = moves;
  const kept = waiting.then(async () => {
    const answer = await rulewright.send(`${base}/do`, {row: row?.id || "", numbering: asked, ...record});
    const now = row && document.getElementById(row.id);
    if (now) now.classList.remove("saving");
    tell(answer.wrong ? "" : answer.said, answer.row);
    if (answer.wrong) { wrong.textContent = answer.wrong; if (now && !isWriting()) go(now); }
    // Undo goes to the row of its decision. A sentence that is assigned or edited may be in the row of another clause now:
    // a person who has not moved on goes there with it.
    else if (record.do === "undo" || (answer.row !== row?.id && moved === moves)) see(answer.row);
    return !answer.wrong;
  });
  waiting = kept;
  wrong.textContent = "";
  if (next) step(1);
  moved = moves;
  return kept;
}

// Ask for texts below a row: fields are {name: [label, text, kind]}, and the cursor is in the first one, or in another.
function ask(row, title, fields, done, first = Object.keys(fields)[0]) {
  row.querySelectorAll("form:not([hidden])").forEach(old => old.remove());
  wrong.textContent = "";
  const form = document.createElement("form");
  form.setAttribute("aria-label", title);
  for (const [name, [label, text, kind]] of Object.entries(fields)) {
    const field = document.createElement(kind === "long" ? "textarea" : "input");
    field.name = name; field.value = text;
    if (kind === "what") field.setAttribute("list", "whats");
    const around = document.createElement("label");
    around.append(label, field);
    form.append(around);
  }
  let asked = numbering;
  const buttons = document.createElement("div"), save = document.createElement("button"), leave = document.createElement("button");
  buttons.className = "row"; save.textContent = title; save.className = "main"; leave.textContent = "Cancel"; leave.type = "button";
  buttons.append(save, leave);
  form.append(buttons);
  const focusRow = () => form.closest("article")?.focus({preventScroll: true});
  const close = () => { focusRow(); form.remove(); loadAgain(); };
  leave.onclick = close;
  form.onkeydown = event => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    event.stopPropagation();
  };
  form.onsubmit = async event => {
    event.preventDefault();
    const kept = done(Object.fromEntries(new FormData(form)), asked);
    focusRow();
    form.hidden = true;
    // What is refused stays in its field, to be mended.
    if (await kept) { form.remove(); loadAgain(); return; }
    asked = numbering;
    form.hidden = false;
    if (!isWriting()) form.elements[first].focus();
  };
  row.append(form);
  form.elements[first].focus();
}

const decisions = {
  undo: () => send({do: "undo"}, null, false),
  confirm: (row, {id, numbers}) => send({do: "confirm", id, numbers}, row, true),
  silent: (row, {id}) => send({do: "silent", id}, row, true),
  unask: (row, {id}) => send({do: "ask", id, text: ""}, row, false),
  withdraw: (row, {id}) => send({do: "withdraw", id}, row, false),
  accept: (row, {id}) => ask(row, "Accept", {text: ["The reason", "", "long"]}, got => send({do: "accept", id, ...got}, row, false)),
  ask: (row, {id, text}) => ask(row, "Keep the question", {text: ["The question to the publisher (empty: none)", text || "", "long"]},
    got => send({do: "ask", id, ...got}, row, false)),
  assign: (row, {what, numbers}) => ask(row, "Assign", {what: ["A clause or a mark", what, "what"], numbers: ["Its sentences, by number", numbers, ""]},
    (got, asked) => send({do: "assign", ...got}, row, false, asked), hasClause(row) ? "numbers" : "what"),
  choose: (row, {what, numbers}) => send({do: "assign", what, numbers}, row, false),
  pair: (row, {original, numbers}) => ask(row, "Pair", {original: ["Sentences of the original, by number (empty: none)", original, ""],
    numbers: ["Sentences of the document (empty: none)", numbers, ""]}, (got, asked) => send({do: "pair", ...got}, row, false, asked)),
  edit: (row, {number, text}) => ask(row, "Save", {text: [`Sentence ${number} as it stands in the file`, text, "long"]},
    got => send({do: "edit", number: Number(number), was: text, ...got}, row, false)),
};
// Why a key does nothing on a row. A row has its state among its classes.
const is = (row, state) => row.classList.contains(state), hasClause = row => row.id.startsWith("c-");
const whyNot = {
  confirm: row => !hasClause(row) ? "nothing to confirm: no clause belongs to this row; `s` assigns the sentence to one"
    : is(row, "confirmed") ? "this clause is confirmed already; `w` withdraws that"
    : is(row, "silent") ? "the document is silent on this clause, as you said; `w` withdraws that"
    : "nothing to confirm: no sentence states this clause; `s` assigns one, `n` says that the document is silent",
  silent: row => !hasClause(row) ? "no clause belongs to this row, so there is none on which the document could be silent"
    : "the document is silent on this clause already; `w` withdraws that",
  withdraw: () => "nothing to withdraw: no decision about this row is kept",
  accept: () => "nothing to accept: this row has no open finding",
  ask: () => "a question is about a clause or a finding, and this row has neither",
  assign: () => "nothing to assign: this row has neither a clause nor a sentence",
  edit: row => !row.querySelector(".document [data-sentence]") ? "nothing to edit: this row has no sentence of the document"
    : place.dataset.edits === undefined ? "this document is not plain text in UTF-8: edit it in its own program"
    : "this sentence does not stand in the file as it is read: edit the file",
  pair: () => "nothing to pair: there is no original, or no sentence in this row",
};
const keys = {c: "confirm", n: "silent", s: "assign", a: "accept", q: "ask", e: "edit", p: "pair", w: "withdraw"};

document.addEventListener("click", event => {
  const button = event.target.closest("button");
  const row = event.target.closest("article");
  if (row) { moves += 1; go(row); }
  if (!button) return;
  if (button.dataset.see !== undefined) see(decided);
  if (button.dataset.view) {
    moves += 1;
    // Another list does not keep the row of the one before.
    here?.classList.remove("here");
    wrong.textContent = "";
    view = button.dataset.view; here = null;
    show();
    go(shown()[0]);
  }
  if (button.dataset.do) decisions[button.dataset.do](row, button.dataset);
});
document.addEventListener("focusin", event => {
  const row = event.target.closest("article");
  if (row && row !== here) { if (here) here.classList.remove("here"); here = row; row.classList.add("here"); }
});
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  // A keyboard with other letters than Latin ones has the commands where a Latin one has them.
  const key = /^[!-~]$/.test(event.key) || !event.code.startsWith("Key") ? event.key : event.code.slice(3).toLowerCase();
  if (key === "j" || key === "ArrowDown") step(1);
  else if (key === "k" || key === "ArrowUp") step(-1);
  else if (key === "u") decisions.undo();
  else if (key === "b") see(decided);
  else if (key === "/") find.focus();
  else if (keys[key] && here && !here.hidden) {
    // A question is about the clause of the row, if it has one.
    // What is edited is first the sentence that a finding is about.
    const wanted = here.querySelector(`.actions [data-do="${keys[key]}"], [data-do="${keys[key]}"][data-number="${here.dataset.first}"]`)
      || here.querySelector(`[data-do="${keys[key]}"]`);
    if (wanted) decisions[keys[key]](here, wanted.dataset);
    else { tell("", ""); wrong.textContent = whyNot[keys[key]](here); }
  } else if (keys[key]) { tell("", ""); wrong.textContent = "no row is chosen: `j` goes to one"; }
  else return;
  event.preventDefault();
});
find.addEventListener("input", show);
find.addEventListener("keydown", event => {
  if (event.key === "Escape") { find.value = ""; show(); if (here) here.focus(); }
  if (event.key === "Enter") go(here && !here.hidden ? here : shown()[0]);
});
