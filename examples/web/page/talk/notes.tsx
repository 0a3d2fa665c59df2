import { Markdown } from "./markdown.tsx";
import { Whole } from "./whole.tsx";

interface NotesProps {
  readonly notes: readonly string[];
  /** Number of notes to show; the others are behind a click. Defaults to 2. */
  readonly shown?: number;
}

/** Additional information about a question or a choice. */
export function Notes({ notes, shown = 2 }: NotesProps) {
  const rest = notes.slice(shown);
  if (notes.length === 0) return null;
  return (
    <div class="notes">
      {shown > 0 && <List notes={notes.slice(0, shown)} />}
      {rest.length > 0 && (
        <details>
          <summary>{shown > 0 ? `${rest.length} more` : rest.length === 1 ? "1 note" : `${rest.length} notes`}</summary>
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
        {note.includes("\n") ? <Markdown text={note} /> : <Whole text={note} />}
      </li>
    ))}
  </ul>
);
