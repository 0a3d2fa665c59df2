import { stepAgent } from "@tidemark/core-state/internal";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { type HandoffRecord, type PlanStep, type Proposal, type StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { contextManager, type Ids, systemClock } from "@tidemark/state-manager";
import type { ProposedChanges, WithContexts } from "@tidemark/state-manager/internal";
import { hasParent, NO_PARENT, type NodeRuntime, openWait } from "@tidemark/state-manager/internal/langgraph";
import type { AgentDescription } from "../roster/agent-description.ts";
import { agentErrors } from "../kernel/errors.ts";
import { checkInputs, inputProblem } from "../roster/agent-inputs.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import { isOfTurn, type WithHandoffs } from "../handoffs/handoff.ts";
import { limitsOf } from "../limits/limits.ts";
import { currentStep } from "../plans/stored-plan.ts";
import { type Agent, noContexts } from "./agent.graph.ts";
import type { AgentResources } from "./agent-resources.graph.ts";
import type { AgentLoop, AgentRuntime } from "./agent-runtime.graph.ts";
import type { AgentExtras } from "./agent-update.graph.ts";
import { eventEmitter } from "../kernel/event-emitter.graph.ts";
import { handoffCommand } from "../handoffs/handoff-command.graph.ts";

/** State fields that an agent's run is prepared from. */
export interface WorkValues extends WithContexts, WithHandoffs {
  readonly control_active_agent?: string | null | undefined;
  readonly control_last_agent?: string | null | undefined;
}

/** One run of an agent: its inputs, and its proposals and contexts. */
export interface AgentWork {
  readonly step: PlanStep | null;
  /** Returns the values and runtime of the agent. Missing inputs of the step throw `agents/missingInputs`. */
  open(signal: AbortSignal, loop: AgentLoop): { readonly input: object; readonly tools: AgentRuntime };
  extras(): AgentExtras;
}

/** Properties of an agent that are needed to prepare its run. */
export type WorkingAgent = AgentDescription & Pick<Agent, "reads" | "proposes" | "contexts">;

/** Values of one run: the input of the node, which a `Send` can construct, and those of the thread. */
export interface GivenValues<State extends StateDeclaration> {
  readonly input: GraphValueOf<State>;
  readonly thread: GraphValueOf<State>;
}

/** Prepares the values and the runtime for one run of an agent. */
export function prepareWork<State extends StateDeclaration>(
  agent: WorkingAgent,
  resources: AgentResources<State>,
  { input: values, thread }: GivenValues<State>,
  { config, key, propose }: Pick<NodeRuntime<State>, "config" | "propose"> & { readonly key: string },
): AgentWork {
  const { clock = systemClock } = resources;
  const threadValues: WorkValues = thread;
  const nodeValues: WorkValues = { ...threadValues, ...values };
  const step = stepOf(agent, threadValues);
  const proposals: Proposal[] = [];
  const contexts =
    agent.contexts === null ? null : contextManager(agent.contexts, nodeValues, { producedBy: agent.name, clock });
  const turnId = threadValues.runtime_turn_id ?? null;
  const ids = resources.ids ?? taskIds(key);
  return {
    step,
    extras: () => ({ proposals, contexts: contexts?.update() ?? {} }),
    open(signal, loop) {
      const inputs = contexts?.extractFromStep(step, { constraints: agent.requires, mode: "hard" });
      if (inputs?.outcome === "failed") {
        throw agentErrors.missingInputs({ agent: agent.name, code: inputs.code, problem: inputs.message });
      }
      const received = receivedBy(agent.name, threadValues);
      const isHandoff = received !== null && received.reason !== "plan_step";
      const parameters = checkInputs(agent, (isHandoff ? received.payload : step?.parameters) ?? {});
      if (!parameters.ok) {
        const problem = inputProblem(parameters.issues);
        throw agentErrors.missingInputs({ agent: agent.name, code: "wrongParameters", problem });
      }
      const tools: AgentRuntime = {
        get model() {
          const model = loop.loaded();
          if (model === null) throw agentErrors.noModel({ agent: agent.name });
          return model;
        },
        loop,
        tools: resources.tools ?? [],
        signal,
        config: { ...config, signal },
        clock,
        ids,
        step,
        received,
        inputs: { ...inputs?.contexts, ...(agent.inputs !== undefined && parameters.inputs) },
        context: contexts ?? contextManager(noContexts, { capability_context_data: {} }),
        emit: eventEmitter(config, { turnId, clock }),
        wait: openWait(clock),
        propose(changes, reason) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `propose` checks every change against the state
          const proposal = propose(changes as ProposedChanges<State>, reason);
          const foreign = Object.keys(proposal.changes).find((field) => !agent.proposes.includes(field));
          if (foreign !== undefined) {
            throw agentErrors.undeclaredProposal({ agent: agent.name, field: foreign, proposes: agent.proposes });
          }
          proposals.push(proposal);
          return proposal;
        },
        handoff(to, { update, ...how }) {
          const { registry, handoffs = {} } = resources;
          if (registry === undefined) throw agentErrors.noRegistry({ agent: agent.name });
          if (handoffs.graph === "parent" && !hasParent(config)) {
            throw agentErrors.lostHandoff({ agent: agent.name, to, problem: NO_PARENT });
          }
          const handoffId = eventIdOf("handoff", turnId ?? "turn_0", taskOf(config), agent.name, to);
          const limits = limitsOf(thread, resources.limits);
          const options = { ...handoffs, registry, limits, now: clock.now(), handoffId, update: { ...update } };
          return handoffCommand(threadValues, { from: agent.name, to, planStepId: step?.stepId, ...how }, options);
        },
      };
      return { input: pick(values, agent.reads), tools };
    },
  };
}

/** The next plan step, if it belongs to this agent by name or capability. */
function stepOf(agent: AgentDescription, values: WorkValues): PlanStep | null {
  const { planning_execution_plan: plan = null, planning_current_step_index: index } = values;
  const step = currentStep({ planning_execution_plan: plan, planning_current_step_index: index ?? 0 });
  const named = step === null ? null : stepAgent(step);
  return named !== null && (named === agent.name || agent.capabilities.includes(named)) ? step : null;
}

/** The latest handoff, if it was to this agent in this turn. */
function receivedBy(agent: string, values: WorkValues): HandoffRecord | null {
  // Before the first node of a turn, a handoff can only be from an earlier turn, whatever the clock shows.
  if (values.control_last_agent === null && values.control_active_agent !== agent) return null;
  const latest = values.execution_handoff_history?.at(-1);
  return latest?.toAgentId === agent && isOfTurn(latest, values) ? latest : null;
}

/** Ids derived from the key of the task, which stays the same when the task runs again. */
function taskIds(key: string): Ids {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return eventIdOf("id", key, count);
    },
  };
}

function taskOf(config: LangGraphRunnableConfig): string {
  const id: unknown = config.configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "0";
}

function pick(values: object, names: readonly string[]): object {
  const all: Readonly<Record<string, unknown>> = { ...values };
  return Object.freeze(Object.fromEntries(names.map((name) => [name, all[name]])));
}
