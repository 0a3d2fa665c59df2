import type { Context } from "hono";
import type { z } from "zod";
import type { LiveRun, LiveRuns } from "../runs/live-runs.ts";
import type { Problem } from "./problem.ts";
import { readJson } from "./read-json.ts";
import type { Answer } from "./routes.ts";
import type { StopResult } from "./routes-request.ts";
import type { FrontEndSession } from "./start-run.graph.ts";

/**
 * Stops the turn that runs in this process. Without one, ends the unfinished turn of the thread. The body is read, because a page of another
 * origin can send none with JSON.
 */
export async function stopTurn(
  context: Context,
  session: FrontEndSession,
  { runs, maxBytes }: { readonly runs: LiveRuns; readonly maxBytes: number | undefined },
): Promise<Answer> {
  const body = await readJson(context, maxBytes);
  if ("code" in body) return body;
  const outcome = await stopRun(session, runs.of(session.threadId));
  return typeof outcome === "string" ? context.json({ outcome }) : outcome;
}

/** Stops a run of this process. Without one, ends the unfinished turn of the thread, which is refused while another process runs it. */
export async function stopRun(
  session: FrontEndSession,
  run: LiveRun | null,
): Promise<Problem | z.infer<typeof StopResult>["outcome"]> {
  if (run !== null) {
    await run.stop();
    return "stopped";
  }
  const ended = await session.end?.({ onBusy: "refuse" });
  if (ended === undefined || ended.outcome === "nothingToContinue") return "nothingToStop";
  if (ended.outcome === "ended") return "ended";
  return { code: "busy", detail: "The turn runs in another process, which alone can stop it. Send the request there." };
}
