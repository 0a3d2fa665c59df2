import { WarningIcon } from "../icons.tsx";
import { countOf, FoldedList } from "./notes.tsx";

/** Number of conflicts that are shown; the others are behind a click. */
const MAX_SHOWN = 4;

interface ConflictsProps {
  readonly conflicts: readonly string[];
  /** True if the person has read them before: all of them are behind a click. */
  readonly isFolded?: boolean;
}

/** What a proposal conflicts with, with the warning sign that its events have in the calendar. */
export function Conflicts({ conflicts, isFolded = false }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  const title = (
    <>
      <WarningIcon /> {countOf(conflicts.length, "conflict")}
    </>
  );
  return (
    <div class="conflicts">
      {!isFolded && <p class="conflicts-title">{title}</p>}
      <FoldedList items={conflicts} shown={isFolded ? 0 : MAX_SHOWN} title={title} />
    </div>
  );
}
