import { Link, Tool } from "../elements/buttons.tsx";
import type { ComponentChildren } from "preact";
import { authorName, authorSentences } from "../../src/reader/author-text.ts";
import type { Attribution } from "../../src/reader/field-blame.ts";
import type { FieldHistory } from "../../src/reader/answers.ts";
import type { ValueWindow } from "../../src/values/value-window.ts";
import { canContinue, continueTurn, run, shownStatus, writing } from "../acting/acting.ts";
import { AnswerForm } from "../acting/answer-form.tsx";
import { CopyButton } from "../elements/copy-button.tsx";
import { changesText } from "../values/change-text.ts";
import { EditForm } from "../acting/edit-form.tsx";
import { ForkForm } from "../acting/fork-form.tsx";
import { form } from "../store/form.ts";
import { LimitGauges } from "./limit-gauges.tsx";
import { Notice, Skeleton } from "../elements/notice.tsx";
import { Refusal, useAction } from "../elements/use-action.tsx";
import { failureTitle } from "../store/failure-title.ts";
import { hueOf, isAtEnd, isDetailWide, now, showStep, state, step, threadId, timeline } from "../store/store.ts";
import { agoText, countedText, exactText, windowText } from "../values/text.ts";
import { loadPart, loadWhole } from "../store/field-values.ts";
import { shownField } from "../store/shown-fields.ts";
import { useAnswer } from "../store/use-answer.ts";
import { Refused } from "../approvals/refused.tsx";
import { Abandoned, Question } from "../approvals/question.tsx";
import { Inside } from "./inside.tsx";
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
      {shownField.value === null ? null : <FieldDetail name={shownField.value} />}
      <Inside />
      <Why />
      <LimitGauges />
      {shownField.value === null ? (
        <p class="hint">Select a field to see its value, its author and its history.</p>
      ) : null}
    </aside>
  );
}

const NO_WINDOWS: readonly ValueWindow[] = [];

/** A turn that nobody runs, with the action that runs its next nodes. */
function Unfinished() {
  const { problem, act } = useAction();
  const names = timeline.value.value?.next ?? [];
  return (
    <section class="card waiting">
      {shownStatus.value === "unfinished" ? <h3>Unfinished</h3> : null}
      <p>
        {countedText(names)} {names.length === 1 ? "runs" : "run"} next.
      </p>
      <button type="button" class="button main" onClick={() => act(continueTurn)}>
        {run.value !== null && run.value.threadId === threadId.value && run.value.models !== "live"
          ? "Continue with live models"
          : "Continue"}
      </button>
      <Refusal problem={problem} />
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
        <Tool
          isPressed={isDetailWide.value}
          title="Give the whole page to this value"
          onChoose={() => void (isDetailWide.value = !isDetailWide.value)}
        >
          {isDetailWide.value ? "Reduce" : "Enlarge"}
        </Tool>
        <CopyButton read={async () => (await loadWhole(name))?.value ?? each.value} />
      </div>
      {each.declared === null ? null : <p class="dim">{each.declared.description}</p>}
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
      <EditForm field={each} />
      <Refused field={name} />
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
  return <span class={hueOf(name)}>{name}</span>;
}

/** Author of a value in sentences, with a link to the step that wrote it. */
function Author({ found }: { readonly found: Attribution }) {
  const { writtenAt: written, outcome } = found;
  const place = (key: number): ComponentChildren =>
    written === null ? null : (
      <span key={key}>
        {" at "}
        <Link onChoose={() => void showStep(written.id)}>step {written.label}</Link>
      </span>
    );
  const isUnknown = outcome === "default" || outcome === "unknown";
  return (
    <>
      {authorSentences(found).map((parts, index) => (
        <p key={index} class={isUnknown ? "dim" : ""}>
          {parts.map((part, at) =>
            part === null ? place(at) : typeof part === "string" ? part : <b key={at}>{part.name}</b>,
          )}
        </p>
      ))}
    </>
  );
}
