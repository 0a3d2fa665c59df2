import { Link } from "../elements/buttons.tsx";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Refusal, useAction } from "../elements/use-action.tsx";
import { person, setPerson, writing } from "./acting.ts";

/** Name of the person who writes. Nothing if the server knows it. With `unstored`, it says that the thread does not keep the name. */
export function PersonField({ unstored }: { readonly unstored?: string }) {
  const id = useId();
  const { value: about } = writing;
  const [isAsked, setAsked] = useState(person.value === "");
  if (about === null) return null;
  const known = about.asksForPerson ? person.value : about.person;
  if (!about.asksForPerson || !isAsked)
    return known === null ? null : (
      <p class="dim">
        {unstored === undefined ? `Recorded as ${known}.` : unstored}{" "}
        {about.asksForPerson ? <Link onChoose={() => setAsked(true)}>Change</Link> : null}
      </p>
    );
  return (
    <div class="row">
      <label for={id}>Your name</label>
      <input
        id={id}
        class="input"
        autocomplete="name"
        placeholder={unstored === undefined ? "Recorded with your changes" : "Required. This graph does not store it."}
        value={person.value}
        onInput={(event) => setPerson(event.currentTarget.value)}
      />
    </div>
  );
}

/** Says that the answers of a graph are stored without a name. Nothing for a state of Tidemark, whose approvals contain it. */
export function AnsweringPerson({ isApproval }: { readonly isApproval: boolean }) {
  return isApproval && writing.value?.hasOwners === true ? (
    <PersonField />
  ) : (
    <PersonField unstored="This graph does not store who answers." />
  );
}

/** A field of a form with its name. */
export function Labeled({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="row">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** A text of a form with its name: one line, unless it has rows. */
export function TextField({
  label,
  value,
  onChange,
  rows = 1,
  isCode = false,
  takesFocus = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly isCode?: boolean;
  readonly takesFocus?: boolean;
}) {
  return (
    <Labeled label={label}>
      {(id) => {
        const part = {
          id,
          class: isCode ? "input code" : "input",
          autofocus: takesFocus,
          value,
          onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
            onChange(currentTarget.value),
        };
        return rows === 1 ? <input {...part} /> : <textarea rows={rows} {...part} />;
      }}
    </Labeled>
  );
}

/** A form that sends one request: it says why it was refused, and keeps what was written. */
export function ActionForm({
  label,
  children,
  actions,
  takesFocus = false,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
  /** True for a form that a person has opened: its first field gets the focus. */
  readonly takesFocus?: boolean;
  /** Buttons with what they do. The first one is done by Enter, if it is the main one. */
  readonly actions: readonly {
    readonly name: string;
    readonly title?: string;
    readonly isMain?: boolean;
    readonly run: () => Promise<unknown> | null;
  }[];
}) {
  const { problem, isBusy, act } = useAction();
  const [first] = actions;
  const box = useRef<HTMLFormElement>(null);
  // With the form itself: a focus that comes later would take the words that a person is already typing elsewhere.
  useLayoutEffect(() => {
    // Nor from a field that a person has chosen while the form was loaded.
    if (takesFocus && document.activeElement?.matches("input, textarea, select") !== true)
      box.current?.querySelector<HTMLElement>(".input")?.focus();
  }, []);
  return (
    <form
      ref={box}
      class="form"
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (first?.isMain === true && !isBusy) act(first.run);
      }}
    >
      {children}
      <Refusal problem={problem} />
      <div class="buttons">
        {actions.map(({ name, title, isMain, run }, index) => {
          const isFirst = index === 0 && isMain === true;
          return (
            <button
              key={name}
              type={isFirst ? "submit" : "button"}
              class={`button${isMain === true ? " main" : ""}`}
              disabled={isBusy}
              title={title}
              onClick={isFirst ? undefined : () => act(run)}
            >
              {name}
            </button>
          );
        })}
      </div>
    </form>
  );
}
