import type { TracedCall } from "../../src/traces/traced-call.ts";
import { countText, durationText } from "../values/text.ts";
import { ValueView } from "../values/value-view.tsx";

/** Calls of models and tools that the traces of the application contain. */
export function TracedCalls({ calls }: { readonly calls: readonly TracedCall[] | null | undefined }) {
  if (calls === null || calls === undefined || calls.length === 0) return null;
  return (
    <section>
      <h3>From the traces</h3>
      <Calls calls={calls} />
    </section>
  );
}

function Calls({ calls }: { readonly calls: readonly TracedCall[] }) {
  return (
    <ol class="traced">
      {calls.map((call, index) => (
        <li key={index}>
          <b>{call.name}</b>{" "}
          <span class="dim">
            {[
              call.kind,
              call.model ?? "",
              durationText(call.milliseconds),
              call.tokens === null ? "" : countText(call.tokens.input + call.tokens.output, "token"),
            ]
              .filter((text) => text !== "")
              .join(" · ")}
          </span>
          {call.error === null ? null : <p class="refusal">{call.error}</p>}
          <Content name="Input" value={call.prompt} />
          <Content name="Output" value={call.answer} />
          {call.calls.length === 0 ? null : <Calls calls={call.calls} />}
        </li>
      ))}
    </ol>
  );
}

function Content({ name, value }: { readonly name: string; readonly value: TracedCall["prompt"] }) {
  if (value === null) return null;
  return (
    <details>
      <summary>{name}</summary>
      <ValueView value={value} />
    </details>
  );
}
