import type { OperationEnd, OperationStart, TraceAttribute, TraceEvent } from "@tidemark/state-manager/internal";
import { plainText } from "./plain-text.ts";

/** Meaning of a line, which sets its color. */
export type Tone = "detail" | "done" | "error" | "question" | "start";

/** One line of the view, without control characters. */
export interface ConsoleLine {
  readonly tone: Tone;
  /** Sign at the start of the line: `>` begins, `+` ended, `?` asks, `!` failed, `-` reports. */
  readonly mark: ">" | "+" | "?" | "!" | "-";
  readonly text: string;
  /** Less important part; empty for none. */
  readonly detail: string;
}

type Texts = Readonly<Record<string, string>>;

/** Line of an operation that begins. */
export function startLine(start: OperationStart, content: Texts): ConsoleLine {
  const { kind, name, threadId } = start;
  const line = { tone: "start", mark: ">", detail: "" } as const;
  switch (start.kind) {
    case "turn": {
      const said = userText(content["gen_ai.input.messages"]);
      const action = start.entry === "new" ? "turn" : start.entry === "resume" ? "turn resumed" : "turn continued";
      const named = name === "" ? action : `${action} of ${plainText(name)}`;
      const about = `${named} in ${quoted(threadId ?? "")}`;
      return { ...line, text: withColon(about, plainText(said)) };
    }
    case "tool":
      return {
        ...line,
        text: `tool ${plainText(name)}`,
        detail: plainText(content["gen_ai.tool.call.arguments"] ?? ""),
      };
    case "agent":
    case "plan":
    default:
      return { ...line, text: `${kind} ${plainText(name)}` };
  }
}

/** Facts about an operation when it ends. */
export interface LineEnd {
  readonly milliseconds: number;
  readonly message: string | null;
  readonly content: Texts;
}

/** Line of an operation that has ended. */
export function endLine(
  start: OperationStart,
  end: OperationEnd,
  { milliseconds, message, content }: LineEnd,
): ConsoleLine {
  const what = start.kind === "turn" || start.name === "" ? start.kind : `${start.kind} ${plainText(start.name)}`;
  const { inputTokens = 0, outputTokens = 0 } = end.usage ?? {};
  const tokens = inputTokens + outputTokens === 0 ? [] : [`${inputTokens} tokens in`, `${outputTokens} out`];
  const model = end.model === null ? [] : [plainText(end.model)];
  const detail = [`${milliseconds} ms`, ...model, ...tokens].join(", ");
  if (end.outcome === "failed") {
    const why = withColon(end.errorType ?? "", message === null ? "" : plainText(message));
    return { tone: "error", mark: "!", text: withColon(`${what} failed`, why), detail };
  }
  const result = plainText(content["gen_ai.tool.call.result"] ?? "");
  const suffix = end.outcome === "done" ? withColon("done", result) : WORDS[end.outcome];
  return end.outcome === "interrupted"
    ? { tone: "question", mark: "?", text: `${what} ${suffix}`, detail }
    : { tone: "done", mark: "+", text: `${what} ${suffix}`, detail };
}

const WORDS = {
  interrupted: "waits for an answer",
  cancelled: "was canceled",
  stopped: "was stopped",
  refused: "was refused",
} as const satisfies Partial<Record<OperationEnd["outcome"], string>>;

/** Line of an event; null for an event that the view does not show. */
export function eventLine({ name, attributes }: TraceEvent, content: Texts): ConsoleLine | null {
  const of = (key: string): string => plainText(textOf(attributes[`tidemark.${key}`]));
  const text = (part: string): string => plainText(content[`tidemark.content.${part}`] ?? "");
  switch (name) {
    case "tidemark.approval.asked":
      return {
        tone: "question",
        mark: "?",
        text: withColon(`approval of ${of("approval.type")}`, text("question")),
        detail: "",
      };
    case "tidemark.question.asked":
      return { tone: "question", mark: "?", text: withColon("question", text("question")), detail: "" };
    case "tidemark.interrupt.answered":
      return { tone: "question", mark: "-", text: withColon("answered", text("answer")), detail: "" };
    case "tidemark.approval.approved":
    case "tidemark.approval.cancelled":
    case "tidemark.approval.edited":
    case "tidemark.approval.expired":
    case "tidemark.approval.refused": {
      const by = text("by");
      const decision = name.slice(name.lastIndexOf(".") + 1);
      return {
        tone: "question",
        mark: "-",
        text: `${of("approval.type")} ${decision}`,
        detail: by === "" ? "" : `by ${by}`,
      };
    }
    case "tidemark.commit": {
      const refused = of("commit.refused_fields");
      const committed = [
        versioned(attributes["tidemark.commit.fields"], attributes["tidemark.commit.versions"]),
        refused === "" ? "" : `refused ${refused}`,
      ].filter((each) => each !== "");
      return {
        tone: "done",
        mark: "-",
        text: ["commit", committed.join(", ")].join(" ").trimEnd(),
        detail: of("commit.proposed_by") === "" ? "" : `proposed by ${of("commit.proposed_by")}`,
      };
    }
    case "tidemark.handoff":
      return {
        tone: "start",
        mark: "-",
        text: `handoff ${of("handoff.from")} to ${of("handoff.to")}`,
        detail: of("handoff.reason"),
      };
    case "tidemark.guardrail":
      return {
        tone: "question",
        mark: "-",
        text: withColon(`guardrail ${of("guardrail.name")}`, of("guardrail.outcome")),
        detail: "",
      };
    case "tidemark.failure":
      return {
        tone: "error",
        mark: "!",
        text: withColon(`${of("node.name")} failed`, plainText(textOf(attributes["error.type"]))),
        detail: text("error"),
      };
    default:
      return null;
  }
}

/** Joins two texts with a colon, if there are two. */
const withColon = (before: string, after: string): string => [before, after].filter((each) => each !== "").join(": ");

/** Fields with their versions: `city (2), budget (1)`. */
function versioned(fields: TraceAttribute | undefined, versions: TraceAttribute | undefined): string {
  const numbers = listOf(versions);
  return listOf(fields)
    .map((field, index) => `${plainText(field)} (${numbers[index] ?? "0"})`)
    .join(", ");
}

const listOf = (value: TraceAttribute | undefined): readonly string[] =>
  Array.isArray(value) ? value.map((each: string | number) => String(each)) : [];

const textOf = (value: TraceAttribute | undefined): string =>
  Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value);

const quoted = (text: string): string => `"${plainText(text)}"`;

/** Text of the last message of the user, from the attribute of the input. */
function userText(input: string | undefined): string {
  if (input === undefined) return "";
  try {
    const messages: unknown = JSON.parse(input);
    const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
    const parts: unknown = Reflect.get(Object(last), "parts");
    const text: unknown = Array.isArray(parts) ? Reflect.get(Object(parts[0]), "content") : null;
    return typeof text === "string" ? text : input;
  } catch {
    // Text of a function that redacts need not be JSON.
    return input;
  }
}
