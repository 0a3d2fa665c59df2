import { isInputStep } from "../history/shown-steps.ts";
import { forkCassette } from "../running/fork-cassette.graph.ts";
import { forkStep } from "../running/fork-step.graph.ts";
import { type InspectedGraph, type InspectedSession, sessionOf } from "../running/inspected-graph.graph.ts";
import { JoinedMessages } from "../running/joined-messages.graph.ts";
import type { RunSnapshot } from "../running/run-snapshot.ts";
import type { ThreadRuns } from "../running/thread-runs.graph.ts";
import { findStep, type ThreadCache } from "../reader/thread-cache.ts";
import { requireShownParts } from "./redacted-parts.ts";
import type { WriteBody } from "./write-body.ts";

/**
 * Forks a thread at a step, with other values or another message, and runs the fork. Null if nothing was to be run.
 *
 * A message at the input of a turn replaces that input; at any other step it begins the next turn.
 */
export async function forkAndRun(
  inspected: InspectedGraph,
  { runs, threads }: { readonly runs: ThreadRuns; readonly threads: ThreadCache },
  {
    thread: threadId,
    step,
    to,
    changes,
    message,
    models,
    reason,
    run,
    person,
  }: WriteBody<"fork"> & {
    readonly person: string;
  },
): Promise<RunSnapshot | null> {
  requireShownParts(changes, { threadId, action: "fork" });
  const all = await threads.steps(threadId);
  const from = findStep(all, threadId, step);
  const replaces = message !== undefined && isInputStep(from);
  // People see the input and its values as one step.
  const input = from.source === "input" ? from : all.byId.get(from.parent ?? "");
  const at = replaces ? (all.byId.get(input?.parent ?? "") ?? null) : from;
  const cassette = models === "live" ? [] : await forkCassette(inspected, runs, all, { threadId, from });
  await forkStep(inspected, all, { threadId, at, to, changes, person, reason });
  // What joined the rest of the turn joins it again, where its calls get their recorded answers.
  const joins = cassette.some(({ joined }) => joined !== undefined);
  const session = sessionOf(inspected, to, { person, ...(joins && { steering: new JoinedMessages(cassette) }) });
  const start = startOf(session, message);
  if (!run || (message === undefined && from.next.length === 0)) return null;
  return runs.start({ threadId: to, models, cassette, config: inspected.config, start });
}

const startOf =
  (session: InspectedSession, message: WriteBody<"fork">["message"]) =>
  (options: Parameters<InspectedSession["streamContinue"]>[0]): ReturnType<InspectedSession["stream"]> =>
    message === undefined ? session.streamContinue(options) : session.stream(message, options);
