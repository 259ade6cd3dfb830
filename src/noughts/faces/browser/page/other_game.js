// Another game, or this one with other settings: what only a page can show that is served.

const GAP = "~"; // between two settings

// The command to show the game of a link.
export function choiceOf({ game, numbers }) {
  const settings = numbers.split(GAP).filter(Boolean).map((word) => word.split("="));
  return { do: "choose", game, settings: Object.fromEntries(settings.map(([name, number]) => [name, Number(number)])) };
}

// The settings that are others than in the document, as a link has them.
export function numbersOf(numbers) {
  return Object.entries(numbers).map(([name, number]) => `${name}=${number}`).join(GAP);
}

// Who sits where in a game that is begun: a person against the best player.
export function seatsOf(sides) {
  return sides.map((side, place) => ({ side, kind: place ? "best" : "person", person: !place, player: "person" }));
}

// A field for the number of a setting.
export function number(name, value) {
  const made = document.createElement("input");
  Object.assign(made, { type: "number", name, value, step: 1, required: true });
  made.setAttribute("aria-label", name);
  return made;
}
