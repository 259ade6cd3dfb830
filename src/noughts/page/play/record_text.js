// The records in a text: where they begin and end, which are complete, and which count.

export const FIRST_LINE = "noughts match 1";
const REMARK = /^# (\d{1,9}) lines(?: of match ([0-9a-f]{16}))?$/;
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g;

export function newIdentity() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export function markText(lines, match) {
  return `# ${lines} lines${match ? ` of match ${match}` : ""}`;
}

function markIn(line) {
  const found = REMARK.exec(line.trim());
  return found && { lines: Number(found[1]), match: found[2] ?? "" };
}

function linesOf(text) {
  return text.match(LINE).filter((line) => line !== "");
}

function saysSomething(line) {
  return line.trim() !== "" && !line.trimStart().startsWith("#");
}

// What stands before the first record, and all records, also those that do not count.
export function parts(text) {
  const before = [];
  const found = [];
  linesOf(text).forEach((line, index) => {
    const part = found.at(-1);
    const mark = markIn(line);
    if (line.trim() === FIRST_LINE) found.push({ mark: null, lines: [] });
    else if (saysSomething(line)) (part ? part.lines : before).push([index + 1, line.trim()]);
    else if (mark && part && part.lines.length === 0) part.mark ??= mark;
  });
  for (const part of found) part.mark ??= { lines: 0, match: "" };
  return [before, found];
}

// The records that count: of each match the last whole one, in the place of the first.
export function counting(found) {
  const last = new Map(
    found.filter((part) => part.lines.length >= part.mark.lines).map((part) => [part.mark.match, part]),
  );
  const done = new Set();
  return found.flatMap((part) => {
    const { match } = part.mark;
    if (!match) return [part];
    if (done.has(match)) return [];
    done.add(match);
    return [last.get(match) ?? part];
  });
}

// The text without what was cut short at its end.
export function whole(text) {
  const lines = linesOf(text);
  if (lines.length && FIRST_LINE.startsWith(lines.at(-1))) lines.pop();
  const last = lines.findLastIndex((line) => line.trim() === FIRST_LINE);
  const first = last < 0 ? lines.length : last;
  const record = lines.slice(first + 1);
  const mark = record.length && isEnded(record[0]) ? markIn(record[0]) : null;
  if (!mark) {
    const unmarked = record.some(saysSomething) || record.some(isEnded);
    return (unmarked ? lines : lines.slice(0, first)).join("");
  }
  if (!isEnded(record.at(-1))) record.pop();
  const told = record.filter(saysSomething);
  if (told.length < mark.lines && !isMatch(told)) return lines.slice(0, first).join("");
  return [...lines.slice(0, first + 1), ...record].join("");
}

function isEnded(line) {
  return line.endsWith("\n") || line.endsWith("\r");
}

// Do these lines name a game and moves, so that they can be read although some are missing?
function isMatch(lines) {
  const keys = lines.map((line) => line.split(":")[0].trim());
  return keys.includes("game") && keys.includes("moves");
}
