import { DynamicStructuredTool, type StructuredToolInterface } from "@langchain/core/tools";
import { HandoffReason } from "@tidemark/core-state/internal";
import { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import { OUTPUT_TOOL } from "../kernel/output-tool.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { callIn, type LoopRuntime, type LoopWork } from "../tools/loop-work.graph.ts";
import type { ToolRuntime } from "../tools/tool-runtime.graph.ts";
import { withPurpose } from "../roster/agent-description.ts";

/** Arguments of a handoff, as the model gives them. */
const HandoffArguments = z.object({
  reason: HandoffReason.default("capability_match").describe(
    "Why: the other agent can do it (capability_match), the user asked for it (user_request), something failed " +
      "(error_recovery), or something has to be asked (clarification).",
  ),
  explanation: z.string().optional().describe("The reason in one sentence, for people."),
  payload: z.record(z.string(), z.unknown()).optional().describe("What the other agent needs to know."),
});

/** A handoff as the loop carries it until the agent ends. */
export type ModelHandoff = z.output<typeof HandoffArguments>;

/**
 * Makes a tool for each agent that work can be handed to: `transfer_to_billing`, described by the registry.
 *
 * A refusal, such as for an agent that may not begin, is the tool's failure, so that the model can choose otherwise. The handoff itself
 * takes place when the loop ends.
 */
export function handoffTools(
  names: readonly string[],
  { agent, registry }: { readonly agent: string; readonly registry: AgentRegistry | undefined },
): readonly StructuredToolInterface[] {
  if (names.length === 0) return [];
  if (registry === undefined) throw agentErrors.noRegistry({ agent });
  return names.map((to) => {
    const { identity, description } = registry.get(to);
    return new DynamicStructuredTool({
      name: `transfer_to_${to}`,
      description: `Hands the work to ${withPurpose(identity.agentName, description)}`,
      schema: HandoffArguments,
      responseFormat: "content_and_artifact",
      returnDirect: true,
      func: (given: ModelHandoff, _manager: unknown, config: unknown) => {
        const result = handoffOf(callOf(config).work.runtime, to, given);
        if (result.outcome === "refused") throw new Error(result.message);
        const how = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        return Promise.resolve([`${to} has the work now.`, { value: `${to} has the work now.`, handoff: { to, how } }]);
      },
    });
  });
}

/** Hands the work on, with a capability where the reason needs one. */
export function handoffOf(runtime: LoopRuntime, to: string, given: object, update: object = {}) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema above; the capability is the agent's own name
  return runtime.handoff(to, { capability: to, ...given, update } as never);
}

/** Makes the tool with which the model gives the result of its agent, in the shape of `output`. */
export function outputTool(schema: z.ZodType): StructuredToolInterface {
  return new DynamicStructuredTool({
    name: OUTPUT_TOOL,
    description: schema.description ?? "Gives the result. Call it once, when everything is known.",
    schema,
    responseFormat: "content_and_artifact",
    // The loop ends with a result that fits.
    returnDirect: true,
    func: (given: unknown) =>
      Promise.resolve(["The result is known.", { value: "The result is known.", output: given }]),
  });
}

/** Creates the second argument of a function that is a tool. */
export function runtimeOfCall(config: unknown): ToolRuntime {
  const { work, id } = callOf(config);
  const { runtime, read, drafts, resources } = work;
  const draft = drafts.get(id) ?? { updates: [], proposals: [] };
  drafts.set(id, draft);
  const { clock, ids, step, emit, wait } = runtime;
  const signal = work.signals.get(id) ?? runtime.signal;
  return {
    values: read,
    signal,
    config: { ...runtime.config, signal },
    clock,
    ids,
    step,
    emit,
    wait,
    key: eventIdOf("call", resources.key, id),
    update(update) {
      resources.check({ ...update });
      draft.updates.push({ ...update });
    },
    propose(changes, reason) {
      resources.checkProposal({ ...changes });
      draft.proposals.push({ changes: { ...changes }, reason });
    },
  };
}

/** The call that a tool is made for: the loop calls its tools with its own config. */
function callOf(config: unknown): { readonly work: LoopWork; readonly id: string } {
  const call = callIn(config);
  if (call === null) throw new TypeError("A tool of an agent was called outside of its agent.");
  return call;
}
