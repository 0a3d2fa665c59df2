import type { Limits } from "@tidemark/agents";
import { lastRun, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import { INPUT } from "../source/channels.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { Redaction } from "../values/redaction.ts";
import type { StepReason } from "./answers.ts";
import { decisionPlace, type ExplainEdge, ROUTING_FIELD, routeReasons, shownRoute } from "./route-reasons.ts";
import type { ThreadStatus } from "./thread-status.ts";

/** Thread of a step that is explained. */
interface ReasonContext {
  readonly source: HistorySource;
  readonly threadId: string;
  readonly all: ThreadSteps;
  readonly limits: Partial<Limits> | undefined;
  readonly explain: ExplainEdge | undefined;
  readonly redact: Redaction;
}

/** Explains why the nodes of a step ran; with a status, why those are next that have not finished. */
export async function stepReason(
  { source, threadId, all, limits, explain, redact }: ReasonContext,
  step: ThreadStep,
  status: ThreadStatus | null,
): Promise<StepReason> {
  const next = status === null ? null : { nodes: step.next.filter((node) => node !== INPUT), status };
  // What is next has no step yet: it will be the one after the newest.
  const at = next === null ? step : { ...step, parent: step.id, source: "loop", nodes: next.nodes };
  const before = all.byId.get(at.parent ?? "");
  const parent = before?.source === "fork" ? lastRun(all, before.id) : before;
  const place = decisionPlace(all, at);
  // Without this field there is no routing to explain, and the other values are not read.
  const isRouted = Object.hasOwn(all.stored.get(place?.at.id ?? "")?.values ?? {}, ROUTING_FIELD);
  const values = place === null || !isRouted ? {} : await source.values({ threadId, id: place.at.id });
  const reasons = place === null ? null : routeReasons(values, all, { threadId, ran: at, place, limits, explain });
  const routing = shownRoute(reasons, redact);
  const after = parent?.nodes ?? [];
  return { threadId, step, next, cause: causeOf(at, { parent, routing }), after, routing };
}

/** Reason why the nodes of a step ran, or why none did. */
function causeOf(
  { source, nodes }: ThreadStep,
  { parent, routing }: { readonly parent: ThreadStep | undefined; readonly routing: StepReason["routing"] },
): StepReason["cause"] {
  if (source === "update") return "edit";
  if (source === "fork") return "fork";
  if (nodes.length === 0) return "input";
  if (routing !== null) return "routing";
  const isBegin = parent === undefined || (parent.nodes.length === 0 && parent.source !== "update");
  return isBegin ? "start" : "edge";
}
