// What a browser keeps for a page, or for a tab; nothing where a page may keep nothing, as in a frame of its own.

export const LASTING = kept(() => localStorage);
export const OF_TAB = kept(() => sessionStorage);

function kept(opened) {
  return {
    get: (key) => tried(() => opened().getItem(key)) ?? null,
    // Whether there was room for it; to write what is there already would take a millisecond or two.
    set: (key, value) =>
      tried(() => opened().getItem(key) === value || (opened().setItem(key, value) ?? true)) ?? false,
    remove: (key) => tried(() => opened().removeItem(key)),
  };
}

function tried(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
