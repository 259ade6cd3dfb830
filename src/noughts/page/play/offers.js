// The local back end of a page that offers its game with several settings, each with rules and a match of its own.

import { LocalTable } from "./local_table.js";
import { PROGRAM, putText, sources } from "./scripts.js";
import { OF_TAB } from "./storage.js";

export function connectOffers({ offers, written, home }, listeners) {
  const common = { sources: sources(), home, offers: offers.map(({ settings }) => settings) };
  const place = `noughts-offer ${offers[0].data.fingerprint}`; // of the one that is shown, for a reload
  let shown = null;
  let local = null;

  // What was played with these settings before, in this tab, goes on.
  function show(offer) {
    local?.leave();
    shown = offer;
    OF_TAB.set(place, offers.indexOf(offer));
    putText(PROGRAM, offer.script);
    local = new LocalTable({ numbers: {}, ...offer.data, ...common }, { ...listeners, options });
    local.begin();
  }

  function options(told) {
    const settings = Object.entries(shown.settings).map(([name, value]) => ({ name, value }));
    listeners.options({ ...told, game: shown.data.name, settings, offers: common.offers });
  }

  // The settings that are not named are those of the document.
  function choose({ game, settings: numbers }) {
    const wanted = Object.entries({ ...written, ...numbers });
    const isWanted = ({ data, settings }) =>
      data.name === game && wanted.every(([name, value]) => settings[name] === value);
    const found = offers.find(isWanted);
    const settings = spoken(numbers);
    if (found) setTimeout(show, 0, found); // once the present one has done what follows its last view
    else
      listeners.refused({ message: `This page does not offer ${game}${settings && ` with ${settings}`}.` });
  }

  show(offers[OF_TAB.get(place)] ?? offers[0]);
  return (command) => {
    if (command.do === "stop") local.stop();
    else if (command.do === "choose") choose(command);
    else local.accept(command);
  };
}

// Settings in words.
export function spoken(numbers) {
  return Object.entries(numbers)
    .map(([name, number]) => `${name} = ${number}`)
    .join(", ");
}
