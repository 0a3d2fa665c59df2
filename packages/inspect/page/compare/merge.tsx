import { useState } from "preact/hooks";
import type { ShownMerge } from "../../src/writing/shown-merge.ts";
import { decide, merge, writing } from "../acting/acting.ts";
import { ActionForm, Labeled, PersonField, TextField } from "../acting/form-parts.tsx";
import { Refusal, useAction } from "../elements/use-action.tsx";
import { previewText } from "../values/text.ts";
import { ComparedValue } from "./comparison.tsx";

/** Two threads of which one can be merged into the other. */
interface Pair {
  /** The thread beside the one that is shown. */
  readonly other: string;
  readonly shown: string;
}

/** A merge that was made. */
interface MadeMerge {
  readonly into: string;
  readonly fork: string;
  readonly merged: ShownMerge;
}

/** Merges one of two compared threads into the other one, and shows what came of it. Nothing if the server may not do it. */
export function Merge({ other, shown }: Pair) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeMerge | null>(null);
  if (writing.value?.hasOwners !== true) return null;
  if (isOpen)
    return (
      <MergeForm
        other={other}
        shown={shown}
        onEnd={(each) => {
          setOpen(false);
          if (each !== null) setMade(each);
        }}
      />
    );
  return (
    <>
      <div class="buttons">
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Merge into…
        </button>
      </div>
      {made === null ? null : <MergeResult key={JSON.stringify(made)} made={made} />}
    </>
  );
}

function MergeForm({ other, shown, onEnd }: Pair & { readonly onEnd: (made: MadeMerge | null) => void }) {
  // A fork is compared with the thread that the person came from.
  const [into, setInto] = useState(other);
  const [summary, setSummary] = useState("");
  const fork = into === other ? shown : other;
  const run = async (): Promise<void> => {
    const merged = await merge(into, fork, summary);
    if (merged !== null) onEnd({ into, fork, merged });
  };
  return (
    <section class="card merge">
      <h3>Merge {fork}</h3>
      <p class="dim">
        Takes what only {fork} has changed, combines what both have added, and proposes the rest. {fork} does not
        change, and its tools do not run again.
      </p>
      <ActionForm
        label="Merge"
        takesFocus
        actions={[
          { name: `Merge into ${into}`, isMain: true, run },
          { name: "Cancel", run: () => (onEnd(null), null) },
        ]}
      >
        <Labeled label="Into">
          {(id) => (
            <select id={id} class="input" value={into} onChange={(event) => setInto(event.currentTarget.value)}>
              <option value={other}>{other}</option>
              <option value={shown}>{shown}</option>
            </select>
          )}
        </Labeled>
        <TextField
          label="Message in place of those of the fork (optional)"
          rows={2}
          value={summary}
          onChange={setSummary}
        />
        <PersonField />
      </ActionForm>
    </section>
  );
}

function MergeResult({ made: { into, fork, merged } }: { readonly made: MadeMerge }) {
  const { taken, combined, proposed, left, effects, note } = merged;
  const isNew = taken.length + combined.length + proposed.length > 0 || note !== null;
  return (
    <section class="card merge" aria-label="Result of the merge">
      <div role="status">
        <h3>{isNew ? `Merged ${fork} into ${into}` : `${fork} has nothing new for ${into}`}</h3>
      </div>
      <Names title="Taken" names={taken} />
      <Names title="Combined" names={combined} />
      {proposed.length === 0 ? null : <h4>Proposed: both have changed it</h4>}
      {proposed.map((each) => (
        <Conflict key={each.change} conflict={each} into={into} fork={fork} />
      ))}
      {left.length === 0 ? null : (
        <>
          <h4>Left as it was</h4>
          <ul>
            {left.map(({ field, reason }) => (
              <li key={field}>
                <code>{field}</code> <span class="dim">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Names title="Ran in the fork, and does not run again" names={effects} />
      {note === null ? null : (
        <details>
          <summary>Message in place of those of the fork</summary>
          <p class="note">{previewText(note, 4_000)}</p>
        </details>
      )}
    </section>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  return names.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A field that both have changed: a person chooses the value. */
function Conflict({
  conflict: { field, change, ours, theirs },
  into,
  fork,
}: {
  readonly conflict: ShownMerge["proposed"][number];
  readonly into: string;
  readonly fork: string;
}) {
  const { problem, isBusy, act } = useAction();
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (isAccepted: boolean) =>
    act(() => decide(into, change, isAccepted).then(() => setChosen(isAccepted ? fork : into)));
  return (
    <div class="conflict" role="group" aria-label={field}>
      <code>{field}</code>
      <div class="sides">
        <ComparedValue value={ours} isOpen={false} length={160} sign="del" />
        <ComparedValue value={theirs} isOpen={false} length={160} sign="ins" />
      </div>
      {chosen === null ? (
        <div class="buttons">
          <button type="button" class="button" disabled={isBusy} onClick={() => choose(false)}>
            Keep that of {into}
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={() => choose(true)}>
            Take that of {fork}
          </button>
        </div>
      ) : (
        <p class="dim" role="status">
          The value of {chosen} was chosen.
        </p>
      )}
      <Refusal problem={problem} />
    </div>
  );
}
