// What was played in this tab, for a program that was started again and knows nothing of it.

import { OF_TAB } from "../play/storage.js";

const RECORDS = "noughts-records";

export class Memory {
  constructor(send) {
    this.send = send;
    this.asked = false; // does the program not know what was played here?
  }

  begin({ known }) {
    this.asked = !known;
  }

  keep({ record, number, matches, ply, line, seats }) {
    const place = placeOf(record);
    const kept = JSON.parse(OF_TAB.get(place)) ?? { records: [] };
    if (this.asked) {
      this.asked = false;
      const records = kept.records.filter(Boolean);
      if (records.length) {
        const before = kept.records.slice(0, kept.number).filter(Boolean).length;
        if (Object.values(kept.seated?.players ?? {}).some(Boolean))
          this.send({ do: "seat", ...kept.seated });
        this.send({ do: "restore", records, number: before, ply: kept.ply });
        return;
      }
    }
    if (matches === 1 && line.length === 0) return; // nothing was played that could be kept
    kept.records[number] = record;
    kept.records.length = matches;
    const seated = { players: bySide(seats, (seat) => seat.kind), names: bySide(seats, nameOf) };
    const isKept = OF_TAB.set(place, JSON.stringify({ records: kept.records, number, ply, seated }));
    if (!isKept) OF_TAB.remove(place); // there is no room; half of it would be worse
  }
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
