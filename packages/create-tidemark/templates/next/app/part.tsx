import type { UIMessage } from "ai";

interface PartProps {
  readonly part: UIMessage["parts"][number];
  readonly decide: (response: { readonly id: string; readonly approved: boolean }) => unknown;
}

/** One part of a message: words, or a call of a tool, which may need an approval. */
export function Part({ part, decide }: PartProps) {
  if (part.type === "text") return part.text === "" ? null : <p>{part.text}</p>;
  if (part.type !== "dynamic-tool") return null;
  const call = `${part.toolName} ${inputText(part.input)}`.trim();
  if (part.state !== "approval-requested") {
    return (
      <p className="quiet">
        {call} {STATES[part.state] ?? ""}
      </p>
    );
  }
  return (
    <fieldset>
      <legend>Run {call}?</legend>
      <button type="button" onClick={() => decide({ id: part.approval.id, approved: true })}>
        Approve
      </button>
      <button type="button" className="plain" onClick={() => decide({ id: part.approval.id, approved: false })}>
        Reject
      </button>
    </fieldset>
  );
}

const STATES: Readonly<Record<string, string>> = {
  "output-available": "✓",
  "output-denied": "was rejected",
  "output-error": "failed",
};

const inputText = (input: unknown): string => {
  const text = JSON.stringify(input ?? {});
  return text === "{}" ? "" : text;
};
