import { useState } from "preact/hooks";
import type { FieldAtStep } from "../../src/reader/answers.ts";
import { edit, form, isNewest, openFork, run, writing } from "./acting.ts";
import { ActionForm, Labeled, PersonField } from "./form-parts.tsx";
import { ValueInput, valueOf, writtenOf } from "../values/value-input.tsx";

/** Edits a field of the newest step, or offers to fork an earlier one with another value. */
export function EditForm({ field }: { readonly field: FieldAtStep }) {
  if (writing.value === null || run.value?.isRunning === true) return null;
  if (form.value === "edit" && isNewest.value) return <Editing key={field.name} field={field} />;
  return (
    <div class="buttons">
      {isNewest.value ? (
        <button
          type="button"
          class="button"
          disabled={!field.isWhole}
          title={field.isWhole ? "Edit the value (e)" : "Too large to edit here"}
          onClick={() => {
            form.value = "edit";
          }}
        >
          Edit
        </button>
      ) : null}
      <button type="button" class="button" disabled={!field.isWhole} onClick={() => openFork(field.name)}>
        Fork with another value
      </button>
    </div>
  );
}

function Editing({ field: { name, value } }: { readonly field: FieldAtStep }) {
  const [written, setWritten] = useState(writtenOf(value));
  const [reason, setReason] = useState("");
  return (
    <ActionForm
      label={`Edit ${name}`}
      takesFocus
      actions={[
        { name: "Save", isMain: true, run: () => edit(name, valueOf(written), reason) },
        { name: "Cancel", run: () => ((form.value = null), null) },
      ]}
    >
      <Labeled label="New value">
        {(id) => <ValueInput id={id} label="New value" value={written} onChange={setWritten} />}
      </Labeled>
      <Labeled label="Reason">
        {(id) => (
          <input id={id} class="input" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        )}
      </Labeled>
      <PersonField />
      {writing.value?.hasOwners === true ? (
        <p class="dim">The edit is a proposal: owners, schema and versions apply.</p>
      ) : null}
    </ActionForm>
  );
}
