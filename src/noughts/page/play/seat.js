// The secret of a seat in a room or a class.
//
// A seat belongs to whoever has its secret, which is kept in this browser.  A link with the secret in its fragment, which
// browsers send to nobody, leads to the same seat on another device.  The fragment does not stay in the address: people
// send the address to others.

import { LASTING } from "./storage.js";

const SEAT = "seat=";

/** The secret that this browser keeps for a room or a class, or that the address of this page gives. */
export function secretOf(name) {
  if (!location.hash.startsWith(`#${SEAT}`)) return keptSecret(name);
  const secret = location.hash.slice(1 + SEAT.length);
  history.replaceState(null, "", location.pathname);
  return secret;
}

export function keptSecret(name) {
  return LASTING.get(placeOf(name)) ?? "";
}

export function keepSecret(name, secret) {
  LASTING.set(placeOf(name), secret);
}

export function linkOfSeat(link, secret) {
  return `${link}#${SEAT}${secret}`;
}

function placeOf(name) {
  return `noughts-seat ${name}`;
}
