import type { StepPending } from "../../src/reader/answers.ts";
import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { visibleText } from "../../src/values/visible-text.ts";
import { step, stepQuery } from "../store/store.ts";
import { previewText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";
import { ValueView } from "../values/value-view.tsx";

/** A question that a new message has left without an answer. */
export function Abandoned() {
  const { value } = useAnswer<StepPending>("pending", stepQuery.value);
  if (value === null || value.step.id !== step.value?.id) return null;
  if (value.interrupts.length + value.errors.length === 0) return null;
  return (
    <section class="card abandoned">
      <h3>Unanswered</h3>
      <p class="dim">A new message started the next turn instead.</p>
      {value.interrupts.map(({ id, value: asked }) => (
        <Question key={id} value={asked} />
      ))}
      {value.errors.map((error) => (
        <p key={error} class="text">
          {error}
        </p>
      ))}
    </section>
  );
}

/** What a person is asked: the question, then exactly what is approved, and everything else that was passed to `interrupt`. */
export function Question({ value }: { readonly value: Plain }) {
  const question = isPlainRecord(value) ? value["question"] : value;
  if (typeof question !== "string" || !isPlainRecord(value)) return <ValueView value={value} />;
  const { question: _question, requests, ...others } = value;
  // Of a request for approval, its kind and what is empty say nothing more.
  const rest = isPlainList(requests)
    ? Object.fromEntries(Object.entries(others).filter(([name, part]) => name !== "type" && part !== null))
    : others;
  return (
    <>
      <p class="question">{visibleText(question)}</p>
      {isPlainList(requests) ? requests.map((request, index) => <Request key={index} request={request} />) : null}
      {Object.keys(rest).length === 0 ? null : (
        <div class="passed">
          <ValueView value={rest} />
        </div>
      )}
    </>
  );
}

/** A request for approval: what would be done, with all arguments. */
function Request({ request }: { readonly request: Plain }) {
  if (!isPlainRecord(request)) return <ValueView value={request} />;
  const { payload, capability, ...rest } = request;
  return (
    <div class="passed">
      <p>
        <b>{previewText(capability)}</b> would act on exactly this:
      </p>
      <ValueView value={payload ?? null} />
      <details>
        <summary>Request details</summary>
        <ValueView value={rest} />
      </details>
    </div>
  );
}
