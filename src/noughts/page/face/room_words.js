// What the pages of rooms and of classes share.

import { outcomeText } from "../play/match.js";

/** Where this browser keeps the name that a person has last given. */
export const NAME = "noughts-name";

export function endInWords({ winner, termination }) {
  const result = winner === null ? "Draw" : outcomeText({ winner });
  return [result, termination].filter(Boolean).join(": ");
}

export async function copy(field) {
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => {});
}
