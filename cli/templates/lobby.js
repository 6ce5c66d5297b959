// The page that begins games: the form follows the game that is chosen, and is sent as a record.
"use strict";
const here = location.pathname.replace(/\/$/, ""), $ = id => document.getElementById(id);
const say = text => { $("said").textContent = text || ""; };
async function fill(kept) {
  const record = {game: $("game").value, players: Number($("players")?.value || 0), variants: variants()};
  const answer = await rulewright.send(`${here}/game`, record);
  say(answer.wrong);
  if (!answer.form) return;
  const names = kept ? [...document.querySelectorAll("[name=name]")].map(each => each.value) : [];
  const kinds = kept ? [...document.querySelectorAll("[name=kind]")].map(each => each.value) : [];
  rulewright.put({form: answer.form});
  document.querySelectorAll("[name=name]").forEach((field, i) => { if (names[i]) field.value = names[i]; });
  document.querySelectorAll("[name=kind]").forEach((field, i) => { if (kinds[i]) field.value = kinds[i]; });
}
const variants = () => [...document.querySelectorAll("[name=variant]:checked")].map(each => each.value);
$("game").addEventListener("change", () => { $("form").replaceChildren(); fill(false); });
$("form").addEventListener("change", event => { if (event.target.id === "players") fill(true); });
$("form").addEventListener("submit", async event => {
  event.preventDefault();
  const values = name => [...document.querySelectorAll(`[name=${name}]`)].map(each => each.value.trim());
  const set = Object.fromEntries([...document.querySelectorAll("[name=set]")].map(each => [each.dataset.name, each.value]));
  const button = event.submitter;
  if (button) button.disabled = true;
  const answer = await rulewright.send(`${here}/begin`, {
    game: $("game").value, variants: variants(), set, names: values("name"), kinds: values("kind"),
    by_hand: $("by_hand").checked, language: $("language")?.value || "en"});
  if (button) button.disabled = false;
  say(answer.wrong);
  if (answer.go) location.assign(answer.go);
});
$("load")?.addEventListener("click", async () => {
  const answer = await rulewright.send(`${here}/load`, {name: $("saved").value, by_hand: {rolled: false, by_hand: true}[$("load_dice").value], language: $("load_language").value});
  say(answer.wrong);
  if (answer.go) location.assign(answer.go);
});
fill(false);
