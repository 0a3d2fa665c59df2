import { Link } from "../elements/buttons.tsx";
import { useState } from "preact/hooks";
import type { StepDiff } from "../../src/reader/answers.ts";
import type { Plain } from "../../src/values/plain-value.ts";
import { placeText } from "../../src/values/change-phrase.ts";
import type { ValueChange } from "../../src/values/value-diff.ts";
import { Answered } from "../elements/answered.tsx";
import { Notice } from "../elements/notice.tsx";
import { compared, diff, marked, showField, toggleMark } from "../store/store.ts";
import { countText, previewText } from "../values/text.ts";
import { ValueView } from "../values/value-view.tsx";

const NAMES = { add: "added", remove: "removed", change: "changed", move: "moved" } as const;
const SIGNS = { add: "+", remove: "−", change: "~", move: "↕" } as const;

/** Differences between two steps, by field, then inside. */
export function DiffPane() {
  const pair = compared.value;
  if (pair === null) {
    return (
      <Notice title="Nothing to compare">
        {marked.value === null
          ? "This is the first step of the thread."
          : "This step is the base. Select another step to compare with it."}
      </Notice>
    );
  }
  return (
    <div class="pane diff">
      <p class="diff-points">
        <span>{pair.from.label}</span> → <span>{pair.to.label}</span>
        <span class="dim">{marked.value === null ? "previous step" : "base that you chose"}</span>
        <button type="button" class="chip" onClick={toggleMark}>
          {marked.value === null ? "Use as base" : "Compare with previous step"}
        </button>
      </p>
      <Answered answer={diff.value} title="Cannot compare these steps" lines={5}>
        {({ fields }) => <Fields fields={fields} />}
      </Answered>
    </div>
  );
}

function Fields({ fields }: Pick<StepDiff, "fields">) {
  return (
    <>
      {fields.length === 0 ? <Notice title="No difference">All values are equal.</Notice> : null}
      {fields.map(({ name, changes, isWhole }) => (
        <section key={name} class="diff-field">
          <h3>
            <Link onChoose={() => showField(name)}>{name}</Link>
          </h3>
          {changes.slice(0, 100).map((change, index) => (
            <Change key={index} change={change} />
          ))}
          {changes.length > 100 || !isWhole ? (
            <p class="dim">
              {isWhole ? `Showing 100 of ${countText(changes.length, "change")}.` : "Not all changes are shown."}
            </p>
          ) : null}
        </section>
      ))}
    </>
  );
}

function Change({ change }: { readonly change: ValueChange }) {
  const place = placeText(change.path);
  return (
    <div class={`change ${change.op}`}>
      <span class="sign" title={NAMES[change.op]} aria-label={NAMES[change.op]}>
        {SIGNS[change.op]}
      </span>
      <span class="place">{place}</span>
      <span class="values">
        {change.op === "add" ? <Side value={change.after} sign="ins" /> : null}
        {change.op === "remove" ? <Side value={change.before} sign="del" /> : null}
        {change.op === "move" ? (
          <span class="dim">
            was item {change.from + 1}: {previewText(change.value, 120)}
          </span>
        ) : null}
        {change.op !== "change" ? null : isBranch(change.before) || isBranch(change.after) ? (
          <>
            <Side value={change.before} sign="del" /> <Side value={change.after} sign="ins" />
          </>
        ) : (
          <Words before={previewText(change.before, 2_000)} after={previewText(change.after, 2_000)} />
        )}
      </span>
    </div>
  );
}

const isBranch = (value: Plain): boolean => typeof value === "object" && value !== null;

/** A value on one side: text as it is, a list or a record in one line that opens. */
function Side({ value, sign: Sign }: { readonly value: Plain; readonly sign: "ins" | "del" }) {
  const [isOpen, setOpen] = useState(false);
  if (!isBranch(value)) return <Sign>{previewText(value, 2_000)}</Sign>;
  return (
    <details class="side" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Sign>{previewText(value, 160)}</Sign>
      </summary>
      {isOpen ? <ValueView value={value} /> : null}
    </details>
  );
}

const split = (text: string): readonly string[] => text.split(/(?<=\s)/);

/** Two texts, with what they have in common at both ends left plain. */
function Words({ before, after }: { readonly before: string; readonly after: string }) {
  const [old, current] = [split(before), split(after)];
  let begin = 0;
  while (begin < Math.min(old.length, current.length) && old[begin] === current[begin]) begin += 1;
  let end = 0;
  while (end < Math.min(old.length, current.length) - begin && old.at(-1 - end) === current.at(-1 - end)) end += 1;
  const isLong = begin + end > 3;
  if (!isLong) {
    return (
      <>
        <del>{before}</del> <ins>{after}</ins>
      </>
    );
  }
  return (
    <span>
      {old.slice(0, begin).join("")}
      <del>{old.slice(begin, old.length - end).join("")}</del>
      <ins>{current.slice(begin, current.length - end).join("")}</ins>
      {old.slice(old.length - end).join("")}
    </span>
  );
}
