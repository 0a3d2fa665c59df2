import type { OperationEnd, OperationStart, SpanIds, TraceAttribute } from "@tidemark/state-manager/internal";

// Names of the semantic conventions for generative AI. They are in development, and their package has deprecated its constants.

/** Attributes of a span or an event. */
export type TraceAttributes = Readonly<Record<string, TraceAttribute>>;

const OPERATIONS = { turn: "invoke_workflow", agent: "invoke_agent", plan: "plan", tool: "execute_tool" } as const;

/** Name of the span of an operation. */
export function spanName({ kind, name }: OperationStart): string {
  return name === "" ? OPERATIONS[kind] : `${OPERATIONS[kind]} ${name}`;
}

/** A span that another one is linked to. */
export interface SpanLink {
  readonly span: SpanIds;
  readonly kind: "continues" | "sent_by";
}

/** Links of a turn, to spans that ended before it: a paused turn, or a request that only stored the turn. A parent would still run. */
export function linksOf(start: OperationStart): readonly SpanLink[] {
  if (start.kind !== "turn") return [];
  const { continues, sentBy } = start;
  return [
    ...(continues === null ? [] : [{ span: continues, kind: "continues" } as const]),
    ...(sentBy === null ? [] : [{ span: sentBy, kind: "sent_by" } as const]),
  ];
}

/** Attributes of a span at its start. */
export function startAttributes(start: OperationStart): TraceAttributes {
  const { kind, name, threadId } = start;
  const conversation = threadId === null ? {} : { "gen_ai.conversation.id": threadId };
  const operation = { "gen_ai.operation.name": OPERATIONS[kind], ...conversation };
  const turn = start.kind === "turn" || start.turnId === null ? {} : { "tidemark.turn.id": start.turnId };
  switch (start.kind) {
    case "turn":
      // The newest conventions name a workflow by its agent; many viewers know the older attribute.
      return {
        ...operation,
        ...(name !== "" && { "gen_ai.agent.name": name, "gen_ai.workflow.name": name }),
        "tidemark.turn.entry": start.entry,
      };
    case "tool":
      return {
        ...operation,
        ...turn,
        "gen_ai.agent.name": start.agent,
        "gen_ai.tool.name": name,
        "gen_ai.tool.type": "function",
        ...(start.callId !== "" && { "gen_ai.tool.call.id": start.callId }),
        ...(start.description !== undefined && { "gen_ai.tool.description": start.description }),
      };
    case "agent":
    case "plan":
    default:
      return {
        ...operation,
        ...turn,
        "gen_ai.agent.name": name,
        ...(start.description !== undefined && { "gen_ai.agent.description": start.description }),
      };
  }
}

/** Attributes of a span at its end. */
export function endAttributes({ outcome, errorType, turnId, usage, model, provider }: OperationEnd): TraceAttributes {
  return {
    "tidemark.outcome": outcome,
    ...(turnId !== null && { "tidemark.turn.id": turnId }),
    ...(errorType !== null && { "error.type": errorType }),
    ...(model !== null && { "gen_ai.request.model": model }),
    ...(provider !== null && { "gen_ai.provider.name": providerName(provider) }),
    ...(usage !== null && {
      "gen_ai.usage.input_tokens": usage.inputTokens,
      "gen_ai.usage.output_tokens": usage.outputTokens,
      ...(usage.cachedTokens > 0 && { "gen_ai.usage.cache_read.input_tokens": usage.cachedTokens }),
    }),
  };
}

/** Names of the conventions for providers that LangChain names differently. */
const PROVIDERS: Readonly<Record<string, string>> = {
  amazon_bedrock: "aws.bedrock",
  azure: "azure.ai.openai",
  google: "gcp.gemini",
  google_genai: "gcp.gemini",
  google_vertexai: "gcp.vertex_ai",
  ibm: "ibm.watsonx.ai",
  mistral: "mistral_ai",
  mistralai: "mistral_ai",
  watsonx: "ibm.watsonx.ai",
  xai: "x_ai",
};

const providerName = (name: string): string => (Object.hasOwn(PROVIDERS, name) ? (PROVIDERS[name] ?? name) : name);
