import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { authorName } from "../../src/reader/author-name.ts";
import type { Attribution } from "../../src/reader/field-blame.ts";
import type { FieldHistory } from "../../src/reader/answers.ts";
import type { ValueWindow } from "../../src/values/value-window.ts";
import { canContinue, continueTurn, problemOf, run, shownStatus, writing } from "../acting/acting.ts";
import { AnswerForm } from "../acting/answer-form.tsx";
import { CopyButton } from "../elements/copy-button.tsx";
import { changesText } from "../values/change-text.ts";
import { EditForm } from "../acting/edit-form.tsx";
import { ForkForm } from "../acting/fork-form.tsx";
import { form } from "../store/form.ts";
import { LimitGauges } from "./limit-gauges.tsx";
import { Notice, Skeleton } from "../elements/notice.tsx";
import {
  failureTitle,
  field,
  isAtEnd,
  layout,
  now,
  showStep,
  state,
  step,
  threadId,
  timeline,
} from "../store/store.ts";
import { agoText, countedText, exactText, windowText } from "../values/text.ts";
import { loadPart, loadWhole } from "../store/field-values.ts";
import { useAnswer } from "../store/use-answer.ts";
import { Abandoned, Question } from "../approvals/question.tsx";
import { WindowedView } from "../values/value-view.tsx";
import { Why } from "./why-here.tsx";

/** What is known about the chosen field, and why the step ran. */
export function DetailPane() {
  const { interrupts = [], errors = [] } = timeline.value.value ?? {};
  return (
    <aside class="detail" aria-label="Detail">
      {form.value === "fork" && writing.value !== null ? <ForkForm key={step.value?.id} /> : null}
      {isAtEnd.value && errors.length > 0 ? (
        <section class="card failed">
          <h3>{failureTitle}</h3>
          {errors.map((error) => (
            <p key={error} class="text">
              {error}
            </p>
          ))}
        </section>
      ) : null}
      {isAtEnd.value && canContinue.value ? <Unfinished /> : null}
      {isAtEnd.value && interrupts.length > 0 ? (
        <section class="card waiting">
          <h3>Waiting for a person</h3>
          {interrupts.map((each) => (
            <div key={each.id}>
              <Question value={each.value} />
              {writing.value === null ? (
                <p class="interrupt-id dim">Interrupt {each.id}</p>
              ) : (
                <AnswerForm interrupt={each} />
              )}
            </div>
          ))}
        </section>
      ) : null}
      {step.value?.isAbandoned === true ? <Abandoned /> : null}
      {field.value === null ? null : <FieldDetail name={field.value} />}
      <Why />
      <LimitGauges />
      {field.value === null ? <p class="hint">Select a field to see its value, its author and its history.</p> : null}
    </aside>
  );
}

const NO_WINDOWS: readonly ValueWindow[] = [];

/** A turn that nobody runs, with the action that runs its next nodes. */
function Unfinished() {
  const [problem, setProblem] = useState<string | null>(null);
  const names = timeline.value.value?.next ?? [];
  return (
    <section class="card waiting">
      {shownStatus.value === "unfinished" ? <h3>Unfinished</h3> : null}
      <p>
        {countedText(names)} {names.length === 1 ? "runs" : "run"} next.
      </p>
      <button
        type="button"
        class="button main"
        onClick={() => {
          setProblem(null);
          continueTurn().catch((error: unknown) => setProblem(problemOf(error)));
        }}
      >
        {run.value !== null && run.value.threadId === threadId.value && run.value.models !== "live"
          ? "Continue with live models"
          : "Continue"}
      </button>
      {problem === null ? null : (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function FieldDetail({ name }: { readonly name: string }) {
  const at = step.value;
  const { value: read } = state.value;
  const each = read?.fields.find((found) => found.name === name);
  const query =
    threadId.value === null || at === null || each === undefined || read?.step.id !== at.id
      ? null
      : { thread: threadId.value, step: at.id, field: name };
  const blame = useAnswer<Readonly<Record<string, Attribution>>>("blame", query);
  const history = useAnswer<FieldHistory>("field", query === null ? null : { ...query, limit: 40, window: 6 });
  if (read === null) return <Skeleton lines={4} />;
  if (each === undefined) {
    return (
      <section>
        <h3 class="detail-name">{name}</h3>
        <Notice title="No value">This field has no value at this step.</Notice>
      </section>
    );
  }
  const found = blame.value?.[name];
  return (
    <section>
      <div class="detail-head">
        <h3 class="detail-name">{name}</h3>
        <CopyButton read={async () => (await loadWhole(name))?.value ?? each.value} />
      </div>
      {each.declared === null ? null : <p class="dim">{each.declared.description}</p>}
      <div class="detail-value">
        <WindowedView
          key={name}
          value={each.value}
          windows={each.windows ?? NO_WINDOWS}
          load={(path, range) => loadPart({ threadId: read.threadId, step: read.step.id, field: name }, path, range)}
        />
        {each.isWhole || (each.windows?.length ?? 0) > 0 ? null : (
          <p class="dim">This value is too large to show in full.</p>
        )}
      </div>
      <div class="blame">
        {found === undefined ? null : <Author found={found} />}
        {found === undefined || found.tools.length === 0 ? null : (
          <p>
            using the {found.tools.length === 1 ? "tool" : "tools"} <b>{found.tools.join(", ")}</b>
          </p>
        )}
        {blame.problem === null ? null : <p class="dim">{blame.problem}</p>}
        {each.declared === null ? null : (
          <p class="dim">
            Owner: {each.declared.owner} · Lifetime: {each.declared.lifetime}
          </p>
        )}
      </div>
      <EditForm field={each} />
      <h4 class="label">History</h4>
      {history.value === null ? <Skeleton lines={3} /> : null}
      <ol class="strip">
        {history.value?.values.map(
          ({ step: written, author, value, windows = NO_WINDOWS, changes = [], moreChanges }) => (
            <li key={written.id}>
              <button
                type="button"
                class={`moment${written.id === step.value?.id ? " on" : ""}`}
                onClick={() => void showStep(written.id)}
              >
                <span
                  class="moment-value"
                  title={changesText(changes, moreChanges) ?? windowText({ value, windows }, 600)}
                >
                  {changesText(changes, moreChanges) ?? windowText({ value, windows }, 90)}
                </span>
                <span class="moment-by">
                  <AuthorName found={author} />
                  {author.writtenAt === null ? null : (
                    <span class="dim" title={exactText(author.writtenAt.at)}>
                      {author.writtenAt.label} · {agoText(author.writtenAt.at, now.value)}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ),
        )}
      </ol>
      {history.value?.hasMore === true ? <p class="dim">Older values are not shown.</p> : null}
    </section>
  );
}

function AuthorName({ found }: { readonly found: Attribution }) {
  const name = authorName(found);
  const lane = layout.value.lanes.indexOf(name);
  return <span class={`node ${lane >= 0 ? `h${lane % 10}` : ""}`}>{name}</span>;
}

/** Author of a value as a sentence. */
function Author({ found }: { readonly found: Attribution }): ComponentChildren {
  const written = found.writtenAt;
  const jump =
    written === null ? null : (
      <button type="button" class="link" onClick={() => void showStep(written.id)}>
        step {written.label}
      </button>
    );
  const place = written === null ? null : <> at {jump}</>;
  switch (found.outcome) {
    case "proposal":
      return (
        <>
          <p>
            <b>{found.by}</b> proposed it{found.reason === "" ? "" : `: “${found.reason}”`}
          </p>
          <p>
            <b>{found.decidedBy}</b> accepted the proposal{place}
          </p>
        </>
      );
    case "approved":
      return (
        <p>
          <b>{found.by}</b> wrote it{place}, approved by <b>{(found.signedBy ?? [found.approvedBy]).join(" and ")}</b>
          {found.edited ? ", who edited the action first" : ""}
        </p>
      );
    case "node":
      return (
        <p>
          <b>{found.by}</b> wrote it{place}
        </p>
      );
    case "edit":
      return (
        <p>
          {found.by === null ? "Edited outside of a run" : <b>{found.by}</b>}
          {found.by === null ? "" : " edited it"}
          {place}
          {found.reason === "" ? "" : `: “${found.reason}”`}
          {found.by === null ? ". The thread does not store who did." : ""}
        </p>
      );
    case "input":
      return <p>Set by the input{place}</p>;
    case "user":
      return (
        <p>
          <b>{found.by}</b> wrote it in another thread, {found.threadId}
        </p>
      );
    case "reset":
      return (
        <p>
          Reset{place}: its lifetime is one {found.lifetime}
        </p>
      );
    case "default":
      return <p class="dim">Not written yet. This is the default value.</p>;
    case "unknown":
      break;
  }
  return (
    <p class="dim">
      {found.candidates.length > 0
        ? `Written by one of ${found.candidates.join(", ")}, which ran in parallel`
        : "The step that wrote it is no longer stored."}
      {place}
    </p>
  );
}
