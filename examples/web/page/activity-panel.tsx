import { activityLines } from "./activity-lines.ts";
import { Panel } from "./panel.tsx";

/** Maximum number of entries to show. */
const MAX_LINES = 12;

/** Proposals, commits, approvals, edits and agent answers, newest first. */
export function ActivityPanel({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const lines = activityLines(values);
  const older = lines.slice(MAX_LINES);
  return (
    <Panel title="Proposals and commits">
      {lines.length === 0 ? (
        <p class="quiet">Nothing has happened yet.</p>
      ) : (
        <ol class="activity">
          {lines.slice(0, MAX_LINES).map((line) => (
            <li key={line.key} class={line.kind}>
              <strong>{line.who}</strong> {line.what}
              {line.why !== "" && <p>{line.why}</p>}
            </li>
          ))}
        </ol>
      )}
      {older.length > 0 && <p class="quiet">{older.length} older entries</p>}
    </Panel>
  );
}
