import type { ComponentChildren } from "preact";
import type { Attribution } from "../src/reader/field-blame.ts";
import type { FieldHistory, StepPending, StepReason } from "../src/reader/answers.ts";
import { changeText } from "./change-text.ts";
import { LimitGauges } from "./limit-gauges.tsx";
import { Notice, Skeleton } from "./notice.tsx";
import { field, layout, now, showStep, state, step, stepsById, threadId, timeline } from "./store.ts";
import { agoText, countedText, exactText, previewText, ranText } from "./text.ts";
import { useAnswer } from "./use-answer.ts";
import { isPlainList, isPlainRecord, type Plain } from "../src/values/plain-value.ts";
import { ValueView } from "./value-view.tsx";

/** What is known about the chosen field, and why the step ran. */
export function DetailPane() {
  const { interrupts = [], errors = [], newest } = timeline.value.value ?? {};
  const isNewest = step.value !== null && step.value.id === newest;
  return (
    <aside class="detail" aria-label="Detail">
      {isNewest && errors.length > 0 ? (
        <section class="card failed">
          <h3>The last step failed</h3>
          {errors.map((error) => (
            <p key={error} class="text">
              {error}
            </p>
          ))}
        </section>
      ) : null}
      {isNewest && interrupts.length > 0 ? (
        <section class="card waiting">
          <h3>Waiting for a person</h3>
          {interrupts.map(({ id, value }) => (
            <div key={id}>
              <Question value={value} />
              <p class="dim">Interrupt {id}</p>
            </div>
          ))}
        </section>
      ) : null}
      {step.value?.isAbandoned === true ? <Abandoned /> : null}
      {field.value === null ? null : <FieldDetail name={field.value} />}
      <Why />
      <LimitGauges />
      {field.value === null ? (
        <p class="hint">Choose a field to see its value, who wrote it and what it was before.</p>
      ) : null}
    </aside>
  );
}

/** A question that a new message has left without an answer. */
function Abandoned() {
  const query = threadId.value === null || step.value === null ? null : { thread: threadId.value, step: step.value.id };
  const { value } = useAnswer<StepPending>("pending", query);
  if (value === null || value.step.id !== step.value?.id) return null;
  if (value.interrupts.length + value.errors.length === 0) return null;
  return (
    <section class="card abandoned">
      <h3>Abandoned</h3>
      <p class="dim">A new message began the next turn instead of an answer.</p>
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
function Question({ value }: { readonly value: Plain }) {
  const question = isPlainRecord(value) ? value["question"] : value;
  if (typeof question !== "string" || !isPlainRecord(value)) return <ValueView value={value} />;
  const { question: _question, requests, ...rest } = value;
  return (
    <>
      <p class="question">{question}</p>
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
        <summary>Request</summary>
        <ValueView value={rest} />
      </details>
    </div>
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
  const history = useAnswer<FieldHistory>("field", query === null ? null : { ...query, limit: 40 });
  if (read === null) return <Skeleton lines={4} />;
  if (each === undefined) {
    return (
      <section>
        <h3 class="detail-name">{name}</h3>
        <Notice title="No value">The field has no value at this step.</Notice>
      </section>
    );
  }
  const found = blame.value?.[name];
  return (
    <section>
      <h3 class="detail-name">{name}</h3>
      {each.declared === null ? null : <p class="dim">{each.declared.description}</p>}
      <div class="detail-value">
        <ValueView value={each.value} />
        {each.isWhole ? null : <p class="dim">This value is very large and was cut.</p>}
      </div>
      <div class="blame">
        {found === undefined ? null : <Author found={found} />}
        {found === undefined || found.tools.length === 0 ? null : (
          <p>
            with the {found.tools.length === 1 ? "tool" : "tools"} <b>{found.tools.join(", ")}</b>
          </p>
        )}
        {blame.problem === null ? null : <p class="dim">{blame.problem}</p>}
        {each.declared === null ? null : (
          <p class="dim">
            Owned by {each.declared.owner} · kept for{" "}
            {each.declared.lifetime === "turn" ? "one turn" : `the ${each.declared.lifetime}`}
          </p>
        )}
      </div>
      <h4>Through time</h4>
      {history.value === null ? <Skeleton lines={3} /> : null}
      <ol class="strip">
        {history.value?.values.map(({ step: written, value }, index, all) => (
          <li key={written.id}>
            <button
              type="button"
              class={`moment${written.id === step.value?.id ? " on" : ""}`}
              onClick={() => void showStep(written.id)}
            >
              <span class="moment-value">{changeText(all[index + 1]?.value, value) ?? previewText(value, 90)}</span>
              <span class="moment-by">
                <NodeName names={written.nodes} text={ranText(written)} />
                <span class="dim" title={exactText(written.at)}>
                  {written.label} · {agoText(written.at, now.value)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {history.value?.hasMore === true ? <p class="dim">Older values are not listed.</p> : null}
    </section>
  );
}

function NodeName({ names, text }: { readonly names: readonly string[]; readonly text: string }) {
  const lane = layout.value.lanes.indexOf(names[0] ?? "");
  return <span class={`node ${lane >= 0 ? `h${lane % 10}` : ""}`}>{text}</span>;
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
          <b>{found.by}</b> wrote it{place}, approved by <b>{found.approvedBy}</b>
          {found.edited ? ", who had changed the action" : ""}
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
          <b>{found.by}</b> edited it{place}
          {found.reason === "" ? "" : `: “${found.reason}”`}
        </p>
      );
    case "input":
      return <p>It came with the input{place}</p>;
    case "user":
      return (
        <p>
          <b>{found.by}</b> wrote it in another conversation, {found.threadId}
        </p>
      );
    case "reset":
      return (
        <p>
          A new turn reset it{place}, because it is kept for one {found.lifetime}
        </p>
      );
    case "default":
      return <p class="dim">Nobody has written it. This is the default.</p>;
    case "unknown":
      break;
  }
  return (
    <p class="dim">
      {found.candidates.length > 0
        ? `One of ${found.candidates.join(", ")} wrote it: they ran side by side.`
        : "The step that wrote it is not stored any more."}
      {place}
    </p>
  );
}

/** Why the nodes of the step ran. */
function Why() {
  const at = step.value;
  const isNode = at !== null && at.nodes.length > 0;
  const { value } = useAnswer<StepReason>(
    "why",
    threadId.value === null || !isNode ? null : { thread: threadId.value, step: at.id },
  );
  if (!isNode || value === null || value.step.id !== at.id) return null;
  const { routing, after, cause } = value;
  const parent = stepsById.value.get(at.parent ?? "");
  const taken = routing?.rows.findIndex((row) => row.taken) ?? -1;
  return (
    <section class="why">
      <h4>Why here</h4>
      {routing === null ? (
        <p>
          {countedText(at.nodes)} ran after {after.length > 0 ? countedText(after) : "the input"}:{" "}
          {cause === "start" ? "the graph begins there." : "an edge of the graph leads there."}
          {parent === undefined ? null : (
            <>
              {" "}
              <button type="button" class="link" onClick={() => void showStep(parent.id)}>
                Show the step before
              </button>
            </>
          )}
        </p>
      ) : (
        <>
          {routing.agrees ? (
            <>
              <p>
                Row {taken + 1} of {routing.rows.length} decided.
              </p>
              <ol class="rows">
                {routing.rows.slice(0, Math.max(taken + 2, 4)).map((row, index) => (
                  <li key={index} class={row.taken ? "taken" : row.holds ? "holds" : ""}>
                    <span aria-hidden="true">{row.taken ? "→" : row.holds ? "✓" : "·"}</span>
                    <span>
                      {row.condition}
                      <small>{row.because}</small>
                    </span>
                  </li>
                ))}
              </ol>
            </>
          ) : (
            <p class="dim">
              {countedText(at.nodes)} ran after {after.length > 0 ? countedText(after) : "the input"}. The routing table
              leads elsewhere with what the thread contains: the application has other agents or limits.
            </p>
          )}
        </>
      )}
    </section>
  );
}
