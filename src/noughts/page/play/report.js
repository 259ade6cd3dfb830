// Errors of a document as text: the place, the line with carets, the fact, the help.

const WIDEST = 100; // of a longer line only so many characters around the caret are shown
const OPTION = /`--[a-z]/; // no option can be given here
const BETWEEN = /((?:;|,)? or |; )/;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

// `sources` has the text of each document by its name.
export function reportOf({ code, fact, help, place, notes }, sources) {
  const lines = [`${placeText(place, sources)}error ${code}: ${fact}`];
  if (place) lines.push(...excerpt(place, sources));
  const possible = possibleHelp(help ?? "");
  if (possible) lines.push(`   help: ${possible}`);
  for (const note of notes ?? []) {
    const where = note.place ? ` (${placeText(note.place, sources).slice(0, -2)})` : "";
    lines.push(`   note: ${note.text}${where}`);
  }
  return lines.join("\n");
}

// The alternatives of a help that need no option of the command line.
function possibleHelp(help) {
  const [first, ...rest] = help.split(BETWEEN);
  const ways = [["", first]];
  for (let k = 0; k < rest.length; k += 2) ways.push([rest[k], rest[k + 1]]);
  const kept = ways.filter(([, way]) => !OPTION.test(way));
  return kept.map(([sign, way], place) => (place === 0 ? way : sign + way)).join("");
}

function placeText(place, sources) {
  if (!place) return "";
  const { line, column } = where(place, sources);
  return `${place.source}:${line}:${column}: `;
}

// The line and column of a place, counted from 1, and the text of the line.
function where({ source, start, end }, sources) {
  const letters = [...(sources.get(source) ?? "")];
  const begin = letters.lastIndexOf("\n", start - 1) + 1;
  const stop = letters.indexOf("\n", begin);
  const text = letters.slice(begin, stop < 0 ? undefined : stop);
  const line = letters.slice(0, start).filter((letter) => letter === "\n").length + 1;
  return { line, column: start - begin + 1, text, length: end - start };
}

function excerpt(place, sources) {
  const { line, column, text, length } = where(place, sources);
  const first = column - 1;
  const last = Math.min(Math.max(first + 1, first + length), Math.max(text.length, first + 1));
  const isLong = text.length > WIDEST;
  const cut = isLong ? Math.max(0, Math.min(first - Math.floor(WIDEST / 3), text.length - WIDEST)) : 0;
  const shown = text.slice(cut, cut + WIDEST).map((letter) => (/[\p{C}\p{Z}]/u.test(letter) ? " " : letter));
  const [before, after] = [cut ? "…" : "", text.length > cut + WIDEST ? "…" : ""];
  const indent = " ".repeat(before.length + columns(shown.slice(0, first - cut)));
  const carets = "^".repeat(Math.max(1, columns(shown.slice(first - cut, last - cut))));
  const number = String(line).padStart(5);
  return [
    `${number} | ${before}${shown.join("")}${after}`.trimEnd(),
    `${" ".repeat(number.length)} | ${indent}${carets}`,
  ];
}

// The columns of some letters on a terminal: two for a wide one, none for a combining accent.
function columns(letters) {
  return letters.reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : /\p{M}/u.test(letter) ? 0 : 1), 0);
}
