import { Markdown } from "./markdown.tsx";

interface NotesProps {
  readonly notes: readonly string[];
  /** Number of notes to show; the others are behind a click. Defaults to 3. */
  readonly shown?: number;
}

/** Additional information about a question or a choice. */
export function Notes({ notes, shown = 3 }: NotesProps) {
  // One hidden note would take as much room as its button.
  const count = notes.length === shown + 1 ? shown + 1 : shown;
  const rest = notes.slice(count);
  if (notes.length === 0) return null;
  return (
    <div class="notes">
      <List notes={notes.slice(0, count)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <List notes={rest} />
        </details>
      )}
    </div>
  );
}

const List = ({ notes }: Pick<NotesProps, "notes">) => (
  <ul>
    {notes.map((note) => (
      <li key={note} class={note.includes("\n") ? "text" : undefined}>
        {note.includes("\n") ? <Markdown text={note} /> : note}
      </li>
    ))}
  </ul>
);
