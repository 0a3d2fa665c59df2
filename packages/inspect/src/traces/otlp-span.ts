import { isoOf } from "../clock.ts";
import { isPlainRecord, type Plain, plainListOf } from "../values/plain-value.ts";
import type { TracedCall } from "./traced-call.ts";

/** A span of an OTLP file in JSON, as far as it is about a model or a tool. */
export interface GenAiSpan {
  readonly spanId: string;
  readonly parentId: string | null;
  /** Thread that it belongs to. Null if it does not say. */
  readonly threadId: string | null;
  readonly agent: string | null;
  readonly from: number;
  readonly to: number;
  readonly call: Omit<TracedCall, "calls">;
}

/** Operations of the conventions for generative AI, by the kind of a call. */
const KINDS: Readonly<Record<string, TracedCall["kind"]>> = {
  invoke_agent: "agent",
  plan: "plan",
  execute_tool: "tool",
  chat: "model",
  text_completion: "model",
  generate_content: "model",
};

/** Spans of one line: an export request in JSON, which may come from any program. Ignores what has another form. */
export function spansOf(line: string): readonly GenAiSpan[] {
  let request: Plain;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- what JSON contains, and each part of it is looked at before its use
    request = JSON.parse(line);
  } catch {
    return [];
  }
  return listIn(request, "resourceSpans")
    .flatMap((resource) => [...listIn(resource, "scopeSpans"), ...listIn(resource, "instrumentationLibrarySpans")])
    .flatMap((scope) => listIn(scope, "spans"))
    .flatMap((span) => spanOf(span) ?? []);
}

const partOf = (value: Plain, name: string): Plain =>
  isPlainRecord(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;

const listIn = (value: Plain, name: string): readonly Plain[] => plainListOf(partOf(value, name));

const textIn = (value: Plain, name: string): string | null => {
  const text = partOf(value, name);
  return typeof text === "string" ? text : null;
};

function spanOf(span: Plain): GenAiSpan | null {
  const attributes = new Map(
    listIn(span, "attributes").map((each) => [textIn(each, "key") ?? "", valueOf(partOf(each, "value"))]),
  );
  const text = (name: string): string | null => {
    const found = attributes.get(name);
    return typeof found === "string" ? found : null;
  };
  const operation = text("gen_ai.operation.name") ?? "";
  const kind = Object.hasOwn(KINDS, operation) ? KINDS[operation] : undefined;
  const [from, to] = [timeIn(span, "startTimeUnixNano"), timeIn(span, "endTimeUnixNano")];
  if (kind === undefined || from === null || to === null) return null;
  const isTool = kind === "tool";
  const agent = text("gen_ai.agent.name");
  const count = (name: string): number => Number(attributes.get(name) ?? 0) || 0;
  const tokens = { input: count("gen_ai.usage.input_tokens"), output: count("gen_ai.usage.output_tokens") };
  return {
    spanId: textIn(span, "spanId") ?? "",
    parentId: textIn(span, "parentSpanId") || null,
    threadId: text("gen_ai.conversation.id"),
    agent,
    from,
    to,
    call: {
      kind,
      name: (isTool ? text("gen_ai.tool.name") : agent) ?? textIn(span, "name") ?? operation,
      model: text("gen_ai.response.model") ?? text("gen_ai.request.model"),
      startedAt: isoOf(from),
      milliseconds: Math.max(0, to - from),
      tokens: tokens.input + tokens.output === 0 ? null : tokens,
      prompt: contentOf(text(isTool ? "gen_ai.tool.call.arguments" : "gen_ai.input.messages")),
      answer: contentOf(text(isTool ? "gen_ai.tool.call.result" : "gen_ai.output.messages")),
      error: errorOf(span, text("error.type")),
    },
  };
}

/** Value of an attribute. Lists stay lists. */
function valueOf(value: Plain): Plain {
  for (const name of ["stringValue", "boolValue", "doubleValue"]) {
    const found = partOf(value, name);
    if (found !== null) return found;
  }
  const number = partOf(value, "intValue");
  if (number !== null) return Number(number);
  return listIn(partOf(value, "arrayValue"), "values").map(valueOf);
}

/** Milliseconds of a time in nanoseconds, which the protocol writes as text. Null for anything that is not one. */
function timeIn(span: Plain, name: string): number | null {
  const text = partOf(span, name);
  const milliseconds = Number(text) / 1e6;
  return text !== null && milliseconds > 0 && milliseconds < 8e12 ? Math.round(milliseconds) : null;
}

/** Content as JSON, or as the text that it is. */
function contentOf(text: string | null): Plain {
  if (text === null) return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-return -- JSON contains plain values
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function errorOf(span: Plain, type: string | null): string | null {
  const status = partOf(span, "status");
  const message = textIn(status, "message");
  const isError = partOf(status, "code") === 2 || partOf(status, "code") === "STATUS_CODE_ERROR";
  return isError || type !== null ? [type, message].filter((each) => each !== null).join(": ") || "failed" : null;
}
