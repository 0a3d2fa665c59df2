const UUID_6 = /^(?<high>[\da-f]{8})-(?<middle>[\da-f]{4})-6(?<low>[\da-f]{3})-[\da-f]{4}-[\da-f]{12}$/i;

/** Intervals of 100 nanoseconds between the calendar of UUIDs and 1970. */
const EPOCH = 122_192_928_000_000_000n;

/** Time of a checkpoint in milliseconds, from its id, which LangGraph makes from its clock. Null for any other id. */
export function timeOfId(id: string): number | null {
  const { high, middle, low } = UUID_6.exec(id)?.groups ?? {};
  if (high === undefined || middle === undefined || low === undefined) return null;
  const milliseconds = Number((BigInt(`0x${high}${middle}${low}`) - EPOCH) / 10_000n);
  // A random id of the same form would be a moment centuries away.
  return milliseconds > 0 && milliseconds < 8e12 ? milliseconds : null;
}
