import { Link, Tool } from "../elements/buttons.tsx";
import { useLayoutEffect, useState } from "preact/hooks";
import { messageText, messageType } from "../../src/history/messages.ts";
import { isInputStep } from "../../src/history/shown-steps.ts";
import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { FieldAtStep } from "../../src/reader/answers.ts";
import { isPlainList } from "../../src/values/plain-value.ts";
import { fork, type ForkOrder, forkedField, writing } from "./acting.ts";
import { ActionForm, PersonField, TextField } from "./form-parts.tsx";
import { Skeleton } from "../elements/notice.tsx";
import { loadWhole } from "../store/field-values.ts";
import { form } from "../store/form.ts";
import { freeId } from "../store/free-id.ts";
import { state, step, threadId } from "../store/store.ts";
import { ranText } from "../values/text.ts";
import { ValueInput, valueOf, type WrittenValue, writtenOf } from "../values/value-input.tsx";

interface Change {
  readonly field: string;
  readonly value: WrittenValue;
}

const MODELS: readonly (readonly [ForkOrder["models"], string, string])[] = [
  ["recorded", "Recorded answers", "Free. A changed prompt gets the next answer that its node received."],
  ["mixed", "Recorded, live where a prompt changed", "Only changed prompts call the model."],
  ["live", "Live models", "Every call reaches the model."],
];

/** Text of the newest message of the user. Null if the values have no messages. */
function lastMessage(fields: readonly FieldAtStep[]): string | null {
  const messages = fields.find(({ name }) => name === "messages")?.value;
  const last = isPlainList(messages) ? messages.findLast((each) => messageType(each) === "human") : undefined;
  return last === undefined ? null : messageText(last);
}

/** Forks the chosen step, as soon as its values are there: the form begins with them. */
export function ForkForm() {
  const at = step.value;
  const read = state.value.value;
  const isRead = at !== null && read?.step.id === at.id;
  const isCut = isRead && isInputStep(at) && hasCutMessage(read.fields);
  // A form that was shown stays, with what was written in it.
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    // A message that was cut for the page is read as a whole before it is written.
    if (isCut) void loadWhole("messages").finally(() => setReady(true));
    else if (isRead) setReady(true);
  }, [isRead, isCut]);
  if (at === null) return null;
  if (isReady || (isRead && !isCut)) return <Forking at={at} />;
  return (
    <section class="card fork">
      <Skeleton lines={4} />
    </section>
  );
}

/** True if a message is longer than what the page has read of it. */
const hasCutMessage = (fields: readonly FieldAtStep[]): boolean =>
  fields.some(({ name, windows = [] }) => name === "messages" && windows.some(({ path }) => path.length > 1));

/** Another value or message, with recorded or live models. */
function Forking({ at }: { readonly at: ThreadStep }) {
  const fields = state.value.value?.fields ?? [];
  const valueAt = (name: string) => writtenOf(fields.find((each) => each.name === name)?.value);
  const [to, setTo] = useState(() => freeId(`${(threadId.value ?? "thread").replace(/-fork-\d+$/, "")}-fork`));
  const [models, setModels] = useState<ForkOrder["models"]>("recorded");
  const [reason, setReason] = useState("");
  const [changes, setChanges] = useState<readonly Change[]>(
    forkedField.value === null ? [] : [{ field: forkedField.value, value: valueAt(forkedField.value) }],
  );
  const isInput = isInputStep(at);
  const isEnd = at.next.length === 0;
  const [said] = useState(() => lastMessage(fields) ?? "");
  // The rest of a message that is not known would be lost.
  const isWritable =
    !isInput || fields.every(({ name, isWhole, windows = [] }) => name !== "messages" || isWhole || windows.length > 0);
  const [message, setMessage] = useState<WrittenValue>({
    text: isInput ? said : "",
    isJson: writing.value?.takesMessages === false,
  });
  const usesMessage = isInput ? message.text !== said : isEnd && message.text !== "";
  const replacesInput = isInput && usesMessage;
  const order = (): ForkOrder => ({
    to,
    models,
    reason,
    // Another message makes another input, and the values that follow from it.
    changes: replacesInput ? {} : Object.fromEntries(changes.map(({ field, value }) => [field, valueOf(value)])),
    ...(usesMessage && { message: valueOf(message) }),
  });
  const change = (index: number, next: Change | null) =>
    setChanges(changes.flatMap((each, place) => (place === index ? (next === null ? [] : [next]) : [each])));
  return (
    <section class="card fork">
      <h3>
        Fork at step {at.label} <span class="dim">{ranText(at)}</span>
      </h3>
      <p class="dim">
        Copies the thread up to this step and continues the copy. This thread does not change.
        {isEnd ? "" : " Later nodes and tools run again, including their side effects."}
      </p>
      <ActionForm
        label="Fork"
        takesFocus
        actions={[
          { name: isEnd && !usesMessage ? "Fork" : "Fork and run", isMain: true, run: () => fork(order()) },
          { name: "Cancel", run: () => ((form.value = null), null) },
        ]}
      >
        <TextField label="ID of the fork" value={to} onChange={setTo} />
        {isWritable && (isInput || isEnd) ? (
          <TextField
            label={isInput ? "Message" : "Next message (optional)"}
            rows={2}
            value={message.text}
            onChange={(text) => setMessage({ ...message, text })}
          />
        ) : null}
        {(replacesInput ? [] : changes).map(({ field, value }, index) => (
          <div key={index} class="row">
            <div class="change-head">
              <select
                class="input"
                aria-label="Field"
                value={field}
                onChange={(event) => {
                  const { value: name } = event.currentTarget;
                  change(index, { field: name, value: valueAt(name) });
                  // A value that was cut for the page is read as a whole before it is written.
                  void loadWhole(name).then((whole) =>
                    change(index, whole?.isWhole === true ? { field: name, value: writtenOf(whole.value) } : null),
                  );
                }}
              >
                {fields
                  .filter(({ isWhole, windows = [] }) => isWhole || windows.length > 0)
                  .map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
              </select>
              <Tool label={`Remove the change of ${field}`} onChoose={() => change(index, null)}>
                ✕
              </Tool>
            </div>
            <ValueInput
              id={`change-${index}`}
              label={`New value of ${field}`}
              value={value}
              onChange={(next) => change(index, { field, value: next })}
            />
          </div>
        ))}
        {replacesInput ? null : (
          <Link
            onChoose={() => {
              const [first] = fields.filter(({ isWhole, isInfrastructure }) => isWhole && !isInfrastructure);
              if (first !== undefined) setChanges([...changes, { field: first.name, value: valueAt(first.name) }]);
            }}
          >
            Change {changes.length === 0 ? "a value" : "another value"}
          </Link>
        )}
        {isEnd && !usesMessage ? null : (
          <fieldset class="choices">
            <legend>Models</legend>
            {MODELS.map(([name, title, meaning]) => (
              <label key={name}>
                <input type="radio" name="models" checked={models === name} onChange={() => setModels(name)} />
                <span>
                  {title} <small class="dim">{meaning}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {changes.length === 0 ? null : <TextField label="Reason" value={reason} onChange={setReason} />}
        <PersonField />
      </ActionForm>
    </section>
  );
}
