// The exact text of a value: on one line, and unlike that of every other value; equal sets have the same one.

import { compare } from "./order.js";
import { listable } from "./sets.js";
import { plain } from "./show.js";
import { AnySet, Opaque } from "./values.js";

const ESCAPED = /["\\;~\p{C}]|(?! )\p{Z}|(?<= ) /gu;

export function exactText(value) {
  if (typeof value === "string")
    return `"${value.replace(ESCAPED, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`)}"`;
  if (Array.isArray(value)) return `(${listed(value)}${value.length === 1 ? ",)" : ")"}`;
  if (value instanceof AnySet) return `{${listed([...listable(value)].sort(compare))}}`;
  return value instanceof Opaque ? `${value.maker}(${listed(value.parts)})` : plain(value);
}

const listed = (values) => values.map(exactText).join(", ");
