let seed = 1;

/** Returns text of this length. It never repeats and compresses like prose. */
export function freshText(length: number): string {
  let text = "";
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} `;
  }
  return text.slice(0, length);
}
