/**
 * Puts together what a task sent in parts, by their places, the oldest first: a task that runs again does not overwrite what it
 * wrote, but may be interrupted or fail anew.
 */
export function mergedWrites<Part>(parts: readonly Readonly<Record<string, Part>>[]): Record<string, Part> {
  const merged = new Map<string, Part>();
  for (const part of parts) {
    for (const [place, write] of Object.entries(part))
      if (Number(place) < 0 || !merged.has(place)) merged.set(place, write);
  }
  return Object.fromEntries(merged);
}
