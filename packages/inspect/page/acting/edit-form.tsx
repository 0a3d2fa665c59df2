import { useEffect, useState } from "preact/hooks";
import type { FieldAtStep } from "../../src/reader/answers.ts";
import { edit, openFork, run, writing } from "./acting.ts";
import { Skeleton } from "../elements/notice.tsx";
import { loadWhole } from "../store/field-values.ts";
import { useAction } from "../elements/use-action.tsx";
import { ActionForm, Labeled, PersonField, TextField } from "./form-parts.tsx";
import { form } from "../store/form.ts";
import { isAtEnd, timeline } from "../store/store.ts";
import { ValueInput, valueOf, writtenOf } from "../values/value-input.tsx";

/** Edits a field at the end of the thread, or offers to fork an earlier step with another value. */
export function EditForm({ field }: { readonly field: FieldAtStep }) {
  if (writing.value === null || run.value?.isRunning === true) return null;
  // A value that was cut for the page is read as a whole before it is written.
  const canEdit = field.isWhole || (field.windows?.length ?? 0) > 0;
  if (form.value === "edit" && isAtEnd.value) return <WholeValue key={field.name} field={field} />;
  return (
    <div class="buttons">
      {isAtEnd.value ? (
        <button
          type="button"
          class="button"
          disabled={!canEdit}
          title={canEdit ? "Edit the value (e)" : "Too large to edit here"}
          onClick={() => {
            form.value = "edit";
          }}
        >
          Edit
        </button>
      ) : null}
      <button type="button" class="button" disabled={!canEdit} onClick={() => void forkWith(field.name)}>
        Fork with another value
      </button>
    </div>
  );
}

/** Opens the form of a fork with the whole value of a field, unless it is too large for one. */
async function forkWith(name: string): Promise<void> {
  const whole = await loadWhole(name);
  openFork(whole?.isWhole === true ? name : null);
}

/** Reads the value as a whole, and edits it. */
function WholeValue({ field }: { readonly field: FieldAtStep }) {
  const { problem, act } = useAction();
  const isCut = (field.windows?.length ?? 0) > 0;
  useEffect(() => {
    if (isCut) act(() => loadWhole(field.name));
  }, [field.name, isCut]);
  if (problem !== null) return <p class="dim">{problem}</p>;
  if (isCut) return <Skeleton lines={3} />;
  return field.isWhole ? <Editing field={field} /> : <p class="dim">Too large to edit here.</p>;
}

function Editing({ field: { name, value } }: { readonly field: FieldAtStep }) {
  const [written, setWritten] = useState(writtenOf(value));
  const [reason, setReason] = useState("");
  // The thread may go on while the person writes: the edit is checked against what was seen.
  const [seen] = useState(timeline.value.value?.newest ?? "");
  return (
    <ActionForm
      label={`Edit ${name}`}
      takesFocus
      actions={[
        { name: "Save", isMain: true, run: () => edit(name, valueOf(written), reason, seen) },
        { name: "Cancel", run: () => ((form.value = null), null) },
      ]}
    >
      <Labeled label="New value">
        {(id) => <ValueInput id={id} label="New value" value={written} onChange={setWritten} />}
      </Labeled>
      <TextField label="Reason" value={reason} onChange={setReason} />
      <PersonField />
      {writing.value?.hasOwners === true ? (
        <p class="dim">The edit is a proposal: owners, schema and versions apply.</p>
      ) : null}
    </ActionForm>
  );
}
