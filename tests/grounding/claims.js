/** The code of one formula, asked of some positions. */

/** Whether the claim of a module holds in each position, each some words of `codes`. */
export async function truths({ path, codes, words }) {
  const { claim } = await import(path);
  const rows = Int32Array.from(codes, (word) => word | 0);
  return Array.from({ length: codes.length / words }, (_, number) => claim(rows, number * words));
}
