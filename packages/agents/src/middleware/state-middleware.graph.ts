import { AIMessage, type ToolMessage } from "@langchain/core/messages";
import {
  type Command,
  getConfig,
  type LangGraphRunnableConfig,
  Overwrite,
  type StateSchema,
} from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import { type Clock, systemClock } from "@tidemark/state-manager";
import type { CommitPolicies } from "@tidemark/state-manager/internal";
import { markTurnStart, threadValues } from "@tidemark/state-manager/internal/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { threadOf } from "../approvals/ask.graph.ts";
import { ASKED_AT } from "../kernel/asked-at.ts";
import type { ToolApprovals } from "../tools/tool-approval.graph.ts";
import { askBefore } from "./approved-call.graph.ts";
import { commitProposals } from "./commit-proposals.ts";
import { inState, middlewareSchema } from "./middleware-schema.graph.ts";
import { notedMessages } from "./open-changes-note.graph.ts";
import { checkedWrites } from "./tool-writes.graph.ts";

/** Options of the middleware of a state. */
export interface StateMiddlewareOptions<State extends StateDeclaration> {
  /** Owner as which the tools of the main agent write, and that commits what subagents propose. Defaults to `root`. */
  readonly owner?: string;
  /**
   * Handling of a change of a subagent whose place somebody else has changed meanwhile, by field. Defaults to `keepBoth`: the proposal
   * stays open until `session.decide`. Changes of other places, such as other files, are always merged.
   */
  readonly policies?: CommitPolicies<State>;
  /** Rules that say which calls of tools a person approves, by the name of the tool. Defaults to none. */
  readonly approvals?: ToolApprovals;
  /** Clock of proposals, approvals and the audit log. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

const OPTIONS: OptionNames<StateMiddlewareOptions<StateDeclaration>> = {
  owner: true,
  policies: true,
  approvals: true,
  clock: true,
};

/** A call of a tool, as LangChain passes it to a middleware. */
interface ToolCallRequest {
  readonly toolCall: { readonly name: string; readonly id?: string; readonly args: Readonly<Record<string, unknown>> };
  readonly tool?: unknown;
  readonly state: object;
}

/** A middleware of LangChain with the fields of a state, for `createAgent` and `createDeepAgent`. */
export type StateMiddleware = {
  readonly name: string;
  readonly stateSchema: StateSchema<never>;
  readonly wrapModelCall: <Request>(
    request: Request,
    handler: (request: Request) => Promise<AIMessage> | AIMessage,
  ) => Promise<AIMessage>;
  readonly wrapToolCall: <Request extends ToolCallRequest>(
    request: Request,
    handler: (request: Request) => Promise<ToolMessage | Command> | ToolMessage | Command,
  ) => Promise<ToolMessage | Command>;
  readonly beforeAgent: () => Promise<undefined>;
  readonly beforeModel: () => Promise<undefined>;
  readonly afterAgent: () => Promise<undefined>;
  readonly [brand: symbol]: true;
};

/** Creates the middleware of a state; `Tidemark.middleware` documents it. */
export function stateMiddleware<State extends StateDeclaration>(
  state: State,
  options: StateMiddlewareOptions<State> = {},
): StateMiddleware {
  requireKnownOptions("middleware", options, OPTIONS);
  const { owner = "root", policies = {}, approvals, clock = systemClock } = options;
  const begin = turnStart(state, { clock });
  const beforeAgent = async (): Promise<undefined> => {
    const config = getConfig();
    if (subagentIn(config) !== null) return;
    const values = threadValues(state, {}, config);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the same state, whose names the compiler does not know here
    sendValues(state, config, values, await begin(values as Parameters<typeof begin>[0], config));
  };
  const commitOpen = async (): Promise<undefined> => {
    const config = getConfig();
    if (subagentIn(config) !== null) return;
    const values: Readonly<Record<string, unknown>> = threadValues(state, {}, config);
    const settings = { state, owner, policies, now: clock.now(), threadId: threadOf(config) };
    const { changed, open } = commitProposals(values, settings);
    const messages = notedMessages(values["messages"], open);
    send(config, [
      ...Object.entries(changed).map(([name, value]): Write => [name, new Overwrite(value)]),
      ...(messages.length > 0 ? [["messages", messages] as const] : []),
    ]);
  };
  return markTurnStart({
    name: "TidemarkState",
    [BRAND]: true as const,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangChain reads the schema at run time only; its fields would make every type of an agent longer
    stateSchema: middlewareSchema(state) as StateSchema<never>,
    async wrapModelCall(request, handler) {
      const answer = await handler(request);
      if (!AIMessage.isInstance(answer)) return answer;
      answer.response_metadata[ASKED_AT] ??= clock.now();
      return answer;
    },
    async wrapToolCall(request, handler) {
      const config = getConfig();
      const { toolCall, state: values } = request;
      const subagent = subagentIn(config);
      const call = { state, values: { ...values }, toolCall, subagent, owner, now: clock.now() };
      const asked = await askBefore({ ...call, tool: request.tool, approvals, clock, config });
      if (asked.outcome === "declined") return asked.result;
      const result = await handler(
        asked.args === null ? request : { ...request, toolCall: { ...toolCall, args: asked.args } },
      );
      return checkedWrites(result, { ...call, audit: asked.audit });
    },
    beforeAgent,
    beforeModel: commitOpen,
    afterAgent: commitOpen,
  } satisfies StateMiddleware);
}

/** Mark of a middleware, which LangChain's `createMiddleware` sets. */
const BRAND = Symbol.for("AgentMiddleware");

/** Name of the subagent that runs; null for the main agent. deepagents marks every subagent in its config. */
function subagentIn({ configurable, metadata }: LangGraphRunnableConfig): string | null {
  if (configurable?.["ls_agent_type"] !== "subagent") return null;
  const name: unknown = metadata?.["lc_agent_name"];
  return typeof name === "string" && name !== "" ? name : "subagent";
}

type Write = readonly [channel: string, value: unknown];

/** Writes the update of a turn's start as whole values. */
function sendValues(state: StateDeclaration, config: LangGraphRunnableConfig, values: object, update: object): void {
  send(
    config,
    inState(state).flatMap((declared): Write[] => {
      const written: unknown = Reflect.get(update, declared.name);
      if (written === undefined) return [];
      if (declared.lifetime === "transient" || written instanceof Overwrite) return [[declared.name, written]];
      const before: unknown = Reflect.get(values, declared.name);
      return [
        [declared.name, new Overwrite(declared.reducer === undefined ? written : declared.reducer(before, written))],
      ];
    }),
  );
}

/** Writes without a return value, after which LangChain would write every other field of the hook again. */
function send({ configurable }: LangGraphRunnableConfig, writes: readonly Write[]): void {
  const to: unknown = configurable?.["__pregel_send"];
  if (isSend(to) && writes.length > 0) to(writes);
}

const isSend = (value: unknown): value is (writes: readonly Write[]) => void => typeof value === "function";
