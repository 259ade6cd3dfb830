// What was played in this tab, for a program that was started again and knows nothing of it; and the last matches of
// all tabs, which stand before the first one of a new tab.

import { LASTING, OF_TAB } from "../play/storage.js";

const RECORDS = "noughts-records";
const LAST = 20; // matches of one game that are kept when their tab is closed

export class Memory {
  constructor(send) {
    this.send = send;
    this.asked = false; // does the program not know what was played here?
  }

  begin({ known }) {
    this.asked = !known;
  }

  // Whether what was played before is asked for: then another view follows.
  keep({ record, number, matches, ply, line, seats, puzzle }) {
    const place = placeOf(record);
    const seated = { players: bySide(seats, (seat) => seat.kind), names: bySide(seats, nameOf) };
    const kept = JSON.parse(OF_TAB.get(place)) ?? { records: [] };
    if (this.asked) {
      this.asked = false;
      const records = kept.records.filter(Boolean);
      if (records.length) {
        const before = kept.records.slice(0, kept.number).filter(Boolean).length;
        if (Object.values(kept.seated?.players ?? {}).some(Boolean))
          this.send({ do: "seat", ...kept.seated });
        this.send({ do: "restore", records, number: before, ply: kept.ply });
        return true;
      }
      const last = lastOf(place);
      if (last.length && line.length === 0) {
        const all = [...last, { record, seated }];
        this.send({
          do: "restore",
          records: all.map((each) => each.record),
          seatings: all.map((each) => each.seated),
          number: last.length,
          ply: 0,
        });
        return true;
      }
    }
    if (line.length && !puzzle) keepLast(place, { record, seated });
    if (matches === 1 && line.length === 0) return false; // nothing was played that could be kept
    kept.records[number] = record;
    kept.records.length = matches;
    const isKept = OF_TAB.set(place, JSON.stringify({ records: kept.records, number, ply, seated }));
    if (!isKept) OF_TAB.remove(place); // there is no room; half of it would be worse
    return false;
  }
}

// A match takes the place of what was kept of it before.
function keepLast(place, match) {
  const others = lastOf(place).filter((each) => identityOf(each) !== identityOf(match));
  LASTING.set(place, JSON.stringify([...others, match].slice(-LAST)));
}

function lastOf(place) {
  return JSON.parse(LASTING.get(place)) ?? [];
}

function identityOf({ record }) {
  return record.match(/ of match (\w+)/)?.[1];
}

function bySide(seats, of) {
  return Object.fromEntries(seats.map((seat) => [seat.side, of(seat)]));
}

// What a person is called; nothing of others.
export function nameOf({ person, player }) {
  return person && player !== "person" ? player : "";
}

// Matches of other games, and by other rules, are kept elsewhere.
function placeOf(record) {
  const heads = record.split("\n").filter((line) => /^(game|rules):/.test(line));
  return [RECORDS, ...new Set(heads)].join("\n");
}
