import { activityLines } from "./activity-lines.ts";
import { Panel } from "./panel.tsx";

/** Lines that are shown at once. */
const MOST_LINES = 12;

/** Proposals, commits, approvals, edits and answers of agents, the newest first, as they happen. */
export function ActivityPanel({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const lines = activityLines(values);
  const older = lines.slice(MOST_LINES);
  return (
    <Panel title="Proposals and commits">
      {lines.length === 0 ? (
        <p class="quiet">Nothing has happened yet.</p>
      ) : (
        <ol class="activity">
          {lines.slice(0, MOST_LINES).map((line) => (
            <li key={line.key} class={line.kind}>
              <strong>{line.who}</strong> {line.what}
              {line.why !== "" && <p>{line.why}</p>}
            </li>
          ))}
        </ol>
      )}
      {older.length > 0 && <p class="quiet">and {older.length} before</p>}
    </Panel>
  );
}
