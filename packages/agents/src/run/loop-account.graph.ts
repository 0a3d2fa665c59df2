import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AuditEntry, StateDeclaration } from "@tidemark/core-state";
import type { ErrorInfo } from "@tidemark/core-state/internal";
import { systemClock } from "@tidemark/state-manager";
import { type ConversationView, wholeConversation } from "../conversation/conversation-view.graph.ts";
import type { AgentValues } from "../kernel/agent-values.ts";
import { agentErrors } from "../kernel/errors.ts";
import type { AnswerCheck } from "../guardrails/answer-check.graph.ts";
import type { Guards } from "../guardrails/guards.graph.ts";
import type { UsageMeter } from "../limits/usage-meter.graph.ts";
import type { LoadModel } from "../models/model-source.graph.ts";
import type { ToolEntry } from "../tools/tool-entry.ts";
import type { AgentResources } from "./agent-resources.graph.ts";
import type { AgentLoop } from "./agent-runtime.graph.ts";
import { type AnsweringAgent, declared } from "./agent-update.graph.ts";

/** Resources of one loop, and the fields that its tool calls write. */
export interface LoopAccount {
  readonly loop: AgentLoop;
  /** Fields about the calls of tools, whatever became of the run. */
  update(): Readonly<Record<string, unknown>>;
}

/** Options of an account. */
export interface LoopAccountOptions<State extends StateDeclaration> {
  readonly values: object;
  /** Key of the task of the loop. */
  readonly key: string;
  readonly meter: UsageMeter | null;
  readonly resources: AgentResources<State>;
  readonly loadModel: LoadModel | null;
  readonly loaded: () => BaseChatModel | null;
  /** The part of the conversation that models see. Defaults to all messages. */
  readonly view?: ConversationView | undefined;
  /** Guardrails before calls of tools. Defaults to none. */
  readonly guards?: Guards | undefined;
  /** Checks words before the loop stores them. Defaults to none. */
  readonly words?: AnswerCheck | null;
}

/** Opens the account of one run of an agent. */
export function loopAccount<State extends StateDeclaration>(
  agent: AnsweringAgent,
  {
    values,
    key,
    meter,
    resources,
    loadModel,
    loaded,
    view = wholeConversation,
    guards,
    words = null,
  }: LoopAccountOptions<State>,
): LoopAccount {
  const { fields } = agent.state;
  const entries = new Map<string, ToolEntry>();
  const asked = new Set<string>();
  const notes = new Map<string, readonly AuditEntry[]>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value of it may be missing
  const known = values as AgentValues;
  return {
    loop: {
      values: known,
      key,
      view,
      guards: guards ?? null,
      words,
      meter,
      loadModel,
      loaded,
      registry: resources.registry,
      approvalSeconds: resources.approvalSeconds,
      timer: resources.timer ?? systemClock,
      check: (update) => void declared(agent, Object.entries(update)),
      checkProposal(changes) {
        const field = Object.keys(changes).find((each) => !agent.proposes.includes(each));
        if (field !== undefined) {
          throw agentErrors.undeclaredProposal({ agent: agent.name, field, proposes: agent.proposes });
        }
      },
      reduces: (field) => Object.hasOwn(fields, field) && fields[field]?.reducer !== undefined,
      note: (messageId, entriesOfGuards) => void notes.set(messageId, entriesOfGuards),
      asked: (callId) => void asked.add(callId),
      record(entry) {
        entries.set(entry.execution.toolCallId, entry);
      },
    },
    update() {
      const noted = [...notes.values()].flat();
      if (entries.size === 0 && noted.length === 0) return {};
      // Calls of one answer end in any order, and a loop that was resumed hears of the newest one first.
      const order = [...asked];
      const placeOf = ({ execution }: ToolEntry): number => order.indexOf(execution.toolCallId);
      const called = [...entries.values()].toSorted((one, other) => placeOf(one) - placeOf(other));
      const ended = called.toSorted((one, other) =>
        one.execution.completedAt.localeCompare(other.execution.completedAt),
      );
      const executions = called.map(({ execution }) => execution);
      const audit = [...noted, ...ended.flatMap((entry) => entry.audit ?? [])];
      const errors = ended.flatMap(
        ({ execution: { error, errorCode = "agents/toolFailed", completedAt } }): ErrorInfo[] =>
          error === undefined
            ? []
            : [{ step: agent.name, errorType: errorCode, message: error, timestamp: completedAt, retryable: false }],
      );
      const update = {
        ...(executions.length > 0 && { execution_tool_executions: executions }),
        ...(audit.length > 0 && { runtime_audit_log: audit }),
        ...(errors.length > 0 && { control_errors: errors }),
      };
      return Object.fromEntries(Object.entries(update).filter(([field]) => Object.hasOwn(fields, field)));
    },
  };
}
