import { WarningIcon } from "../icons.tsx";
import { countOf, CollapsedList } from "./notes.tsx";

/** Number of conflicts that are shown; the others are behind a click. */
const MAX_SHOWN = 4;

interface ConflictsProps {
  readonly conflicts: readonly string[];
  /** True if the person has read them before: all of them are behind a click. */
  readonly isCollapsed?: boolean;
}

/** What a proposal conflicts with, with the warning sign that its events have in the calendar. */
export function Conflicts({ conflicts, isCollapsed = false }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  const title = (
    <>
      <WarningIcon /> {countOf(conflicts.length, "conflict")}
    </>
  );
  return (
    <div class="conflicts">
      {!isCollapsed && <p class="conflicts-title">{title}</p>}
      <CollapsedList items={conflicts} shown={isCollapsed ? 0 : MAX_SHOWN} title={title} />
    </div>
  );
}
