import type { StateDeclaration } from "@tidemark/core-state";
import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import { finishTasks, speakerOf, systemClock, textOf } from "@tidemark/state-manager";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import { epochSecondsOf } from "../kernel/clock.ts";
import { type Guards, refusalOf, refusalText } from "../guardrails/guards.graph.ts";
import { turnEndUpdate } from "../limits/deadline.ts";
import { guardedNode, type GuardOptions } from "../run/guarded.graph.ts";

/** Name of the node that checks a turn before anything else runs. */
export const TURN_GUARD_NODE = "turn_guard";

/**
 * Creates the node that runs the guardrails before a turn. A refusal is the answer of the turn, which ends here.
 *
 * A guardrail that fails refuses, so this node fails only when the run is stopped.
 */
export function turnGuardNode<State extends StateDeclaration>(
  state: State,
  guards: Guards,
  given: GuardOptions,
): GraphNodeOf<State> {
  // The refusal is its own text.
  const options = { ...given, answers: undefined };
  const { clock = systemClock, runs } = options;
  return guardedNode(
    state,
    {
      name: TURN_GUARD_NODE,
      builtIn: {},
      step: null,
      begin({ values: inGraph, config, signal, startedAt }) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of it is optional
        const values = inGraph as AgentValues;
        const started =
          (values.execution_start_time ?? null) === null ? { execution_start_time: epochSecondsOf(startedAt) } : {};
        return {
          async run(): Promise<SeedStateUpdate> {
            const { verdict, audit } = await guards.turn(wordsOf(values), { values, config, signal });
            const recorded = audit.length > 0 ? { runtime_audit_log: audit } : {};
            if (verdict === null) return { ...started, ...recorded };
            runs?.leave(config);
            const text = refusalText("turn", verdict);
            const open = (values.task_ledger ?? [])
              .filter(({ status }) => status === "in_progress")
              .map(({ taskId }) => taskId);
            return {
              ...started,
              ...recorded,
              messages: [{ role: "assistant", content: text }],
              execution_final_answer: text,
              control_refusal: refusalOf("turn", verdict),
              control_workflow_status: "completed",
              ...turnEndUpdate({ ...values, ...started }, clock.now()),
              ...finishTasks(values, { succeeded: [], failed: open }).changes,
            };
          },
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the update above
          complete: (update) => declaredOnly(state, update as SeedStateUpdate),
        };
      },
    },
    options,
  );
}

/** Words since the last answer, in messages of any role: models read all of them. */
function wordsOf({ messages = [] }: AgentValues): string {
  const last = messages.findLastIndex((message) => speakerOf(message) === "assistant");
  return messages
    .slice(last + 1)
    .flatMap((message) => [textOf(message), ...furtherWords(message)])
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Words of a message besides its text: its name, and those of blocks that are not text, such as files. */
function furtherWords(message: unknown): readonly string[] {
  const name: unknown = Reflect.get(Object(message), "name");
  const content: unknown = Reflect.get(Object(message), "content");
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const others = blocks.filter((block) => Reflect.get(Object(block), "type") !== "text");
  return [name, ...others.flatMap(wordsIn)].filter((each) => typeof each === "string");
}

/** Texts in a block. Encoded data is not text. */
function wordsIn(block: unknown): readonly unknown[] {
  if (typeof block !== "object" || block === null) return [block];
  return Object.entries(block).flatMap(([key, value]: [string, unknown]) => (UNREAD.has(key) ? [] : wordsIn(value)));
}

const UNREAD: ReadonlySet<string> = new Set(["data", "id", "mime_type", "mimeType", "source_type", "type", "url"]);
