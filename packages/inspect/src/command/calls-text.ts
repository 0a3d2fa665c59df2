import { messageText, messageType, MISSING_PROMPT } from "../history/messages.ts";
import { durationText, ranText } from "../history/step-text.ts";
import type { StepFacts } from "../reader/step-facts.ts";
import type { TracedCall } from "../traces/traced-call.ts";
import { plain, short } from "./verb-text.ts";

/** Calls of a step as text. */
export function callsText({
  step,
  calls: { added, tools, tokens, usage, traced, isPromptMissing },
}: StepFacts): string {
  const used =
    usage ?? (tokens === null ? null : { ...tokens, inputTokens: tokens.input, outputTokens: tokens.output });
  const found = [
    ...(traced ?? []).flatMap((call) => callLines(call, "")),
    ...(traced !== null && traced.length > 0 ? [] : tools.map((tool) => `tool ${short(tool)}`)),
    ...added.map((message) => `+ ${messageType(message) ?? "message"}: ${short(messageText(message))}`),
    ...(isPromptMissing ? [MISSING_PROMPT] : []),
    ...(used === null ? [] : [`${used.inputTokens} tokens in, ${used.outputTokens} out`]),
  ];
  return [`step ${step.label}: ${ranText(step)}`, ...found, ...(found.length === 0 ? [NO_CALLS] : [])].join("\n");
}

const NO_CALLS =
  "No call of a model or a tool is stored for this step. Pass --traces with what traceToFile has written.";

function callLines(
  { kind, name, model, milliseconds, tokens, ...call }: TracedCall,
  indent: string,
): readonly string[] {
  const facts = [
    durationText(milliseconds),
    model ?? "",
    tokens === null ? "" : `${tokens.input} tokens in, ${tokens.output} out`,
    call.error === null ? "" : `failed: ${plain(call.error)}`,
  ];
  return [
    `${indent}${kind} ${plain(name)}: ${facts.filter((fact) => fact !== "").join(", ")}`,
    ...(call.prompt === null ? [] : [`${indent}  got ${short(call.prompt)}`]),
    ...(call.answer === null ? [] : [`${indent}  returned ${short(call.answer)}`]),
    ...call.calls.flatMap((each) => callLines(each, `${indent}  `)),
  ];
}
