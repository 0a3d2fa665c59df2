import type { ThreadStep } from "./thread-steps.ts";

/** A duration in the largest unit that has a meaning. */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return "";
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  if (milliseconds < 3_600_000) return `${Math.floor(milliseconds / 60_000)} min`;
  return milliseconds < 86_400_000
    ? `${Math.floor(milliseconds / 3_600_000)} h`
    : `${Math.floor(milliseconds / 86_400_000)} d`;
}

/** Time in which the nodes of a step ran, and time in which nothing ran. Empty for a step without nodes. */
export function timeText({
  milliseconds,
  waited,
  stopped,
}: Pick<ThreadStep, "milliseconds" | "waited" | "stopped">): string {
  const pause = waited ?? stopped;
  if (pause === null) return durationText(milliseconds);
  const text = durationText(pause);
  if (milliseconds === null)
    return waited === null ? `${text}, with the time it was stopped` : `${text}, with the wait for an answer`;
  if (milliseconds === 0) return waited === null ? `stopped for ${text}` : `waited ${text} for an answer`;
  const ran = durationText(milliseconds);
  return waited === null ? `${ran}, after a stop of ${text}` : `${ran}, after waiting ${text} for an answer`;
}

/** Names, each once, with its count. */
export function countedText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(", ");
}

/** Name of the work of a step. LangGraph calls an edit an update. */
export function ranText({ nodes, source }: Pick<ThreadStep, "nodes" | "source">): string {
  if (nodes.length > 0) return countedText(nodes);
  return source === "loop" || source === "input" ? "input" : source === "update" ? "edit" : (source ?? "unknown");
}
