// Another game, or this one with other settings: what only a page can show that is served, or that offers some.

import { appendAll, at, labelled, option, span } from "./nodes.js";
import { spoken } from "../play/offers.js";

const GAP = "~"; // between two settings

// The command to show the game of a link.
export function choiceOf({ game, numbers }) {
  const settings = numbers
    .split(GAP)
    .filter(Boolean)
    .map((word) => word.split("="));
  return {
    do: "choose",
    game,
    settings: Object.fromEntries(settings.map(([name, text = ""]) => [name, numberOr(text)])),
  };
}

// What is no whole number is left as it was written, for whoever says so.
function numberOr(text) {
  return Number.isInteger(Number(text)) ? Number(text) : text;
}

// The settings that are others than in the document, as a link has them.
export function numbersOf(numbers) {
  return Object.entries(numbers)
    .map(([name, number]) => `${name}=${number}`)
    .join(GAP);
}

// Who sits where in a game that is begun: a person against the best player.
export function seatsOf(sides) {
  return sides.map((side, place) => ({
    side,
    kind: place ? "best" : "person",
    person: !place,
    player: "person",
  }));
}

// A field for each number that may be another, and a button for each size that has a name; or one field for all of
// them where the page offers some.
export function settingFields({ settings, offers, sizes = {} }) {
  if (!offers) {
    const fields = settings.map(({ name, value }) => labelled(name, number(name, value)));
    return [...fields, ...Object.entries(sizes).map(([name, numbers]) => startOf(name, numbers))];
  }
  const made = document.createElement("select");
  made.id = "offer";
  made.setAttribute("aria-label", "Settings");
  appendAll(
    made,
    offers.map((numbers, place) => option(place, spoken(numbers))),
  );
  made.value = offers.findIndex((numbers) => settings.every(({ name, value }) => numbers[name] === value));
  return [labelled("On this page", made)];
}

// The numbers that are chosen in these fields.
export function numbersIn({ offers }) {
  if (offers) return offers[at("offer").value];
  const fields = [...document.querySelectorAll("#settings input")];
  return Object.fromEntries(fields.map((each) => [each.name, Number(each.value)]));
}

// Starts the game in a size.
function startOf(size, numbers) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: `${size} size`, title: spoken(numbers) });
  made.addEventListener("click", () => {
    const fields = document.querySelectorAll("#settings input");
    for (const field of fields) field.value = numbers[field.name] ?? field.value;
    made.form.requestSubmit(at("start"));
  });
  return made;
}

function number(name, value) {
  const made = document.createElement("input");
  Object.assign(made, { type: "number", name, value, step: 1, required: true });
  made.setAttribute("aria-label", name);
  return made;
}

// The paper has the numbers of the document; behind one that is another in this game it is said which.
export function showNumbers(numbers) {
  for (const old of document.querySelectorAll(".noughts-here")) old.remove();
  for (const [name, number] of Object.entries(numbers)) {
    const body = document.querySelector(`[id="def-${CSS.escape(name)}"] .noughts-body`);
    if (body && body.textContent !== `${number}`) body.after(span("noughts-here", `here ${number}`));
  }
}
