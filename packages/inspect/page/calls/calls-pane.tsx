import type { StepFacts } from "../../src/reader/step-facts.ts";
import { MISSING_PROMPT } from "../../src/history/messages.ts";
import { isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { Answered } from "../elements/answered.tsx";
import { Notice } from "../elements/notice.tsx";
import { stepQuery } from "../store/store.ts";
import { countText, durationText, previewText } from "../values/text.ts";
import { TracedCalls } from "./traced-calls.tsx";
import { useAnswer } from "../store/use-answer.ts";
import { Conversation, ValueView } from "../values/value-view.tsx";

/** What models and tools did in the step: the prompt, what they added, and what it took. */
export const CallsPane = () => (
  <div class="pane calls">
    <Answered answer={useAnswer<StepFacts>("facts", stepQuery.value)} title="Cannot read the calls" lines={5}>
      {({ calls }) => <Calls calls={calls} />}
    </Answered>
  </div>
);

function Calls({ calls }: { readonly calls: StepFacts["calls"] }) {
  const { added, before, beforeCount, tools, usage, traced } = calls;
  if (added.length === 0 && tools.length === 0 && usage === null && !traced?.length) {
    return (
      <Notice title="No calls in this step">
        It added no message, and no model or tool call was recorded for it. Steps with calls show prompts, answers,
        tools and tokens here.
      </Notice>
    );
  }
  return (
    <>
      <Usage calls={calls} />
      <TracedCalls calls={traced} />
      {calls.isPromptMissing ? <p class="dim">{MISSING_PROMPT}</p> : null}
      {added.length === 0 ? null : (
        <section>
          <h3>Added by this step</h3>
          <Conversation messages={added} />
        </section>
      )}
      {tools.length === 0 ? null : (
        <section>
          <h3>Tools</h3>
          {tools.map((tool, index) => (
            <ToolCall key={index} tool={tool} />
          ))}
        </section>
      )}
      {before.length === 0 ? null : (
        <details>
          <summary>Conversation before this step: {countText(beforeCount, "message")}</summary>
          {beforeCount > before.length ? (
            <p class="dim">{countText(beforeCount - before.length, "earlier message")} not loaded</p>
          ) : null}
          <Conversation messages={before} />
        </details>
      )}
    </>
  );
}

function Usage({ calls: { tokens, usage } }: { readonly calls: StepFacts["calls"] }) {
  if (tokens === null && usage === null) return null;
  const facts: readonly (readonly [string, string])[] = [
    ...(usage === null ? [] : [["Model calls", usage.calls.toLocaleString("en")] as const]),
    ["Input tokens", (usage?.inputTokens ?? tokens?.input ?? 0).toLocaleString("en")],
    ["Output tokens", (usage?.outputTokens ?? tokens?.output ?? 0).toLocaleString("en")],
    ...(usage === null || usage.seconds === 0 ? [] : [["Time", durationText(usage.seconds * 1_000)] as const]),
    ...(usage === null || usage.cost === 0
      ? []
      : [["Cost", usage.cost.toLocaleString("en", { maximumFractionDigits: 6 })] as const]),
  ];
  return (
    <dl class="numbers">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function ToolCall({ tool }: { readonly tool: Plain }) {
  if (!isPlainRecord(tool)) return <ValueView value={tool} />;
  const { toolName = null, args = null, result, error, executionTime, approvedBy } = tool;
  const isFailed = typeof error === "string";
  return (
    <article class={`tool-call${isFailed ? " failed" : ""}`}>
      <header>
        <strong>{previewText(toolName)}</strong>
        {isFailed ? <span class="badge no">failed</span> : null}
        {typeof executionTime === "number" ? <span class="dim">{durationText(executionTime * 1_000)}</span> : null}
        {typeof approvedBy === "string" ? <span class="dim">approved by {approvedBy}</span> : null}
      </header>
      <ValueView value={args} />
      {result === undefined && !isFailed ? null : (
        <>
          <h4>{isFailed ? "Error" : "Result"}</h4>
          <ValueView value={isFailed ? error : (result ?? null)} />
        </>
      )}
    </article>
  );
}
