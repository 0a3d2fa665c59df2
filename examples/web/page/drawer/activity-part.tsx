import type { ActivityLine } from "../../src/api.ts";

/** Maximum number of entries to show. */
const MAX_LINES = 12;

/** Proposals, commits, approvals, edits and agent answers, newest first. */
export function ActivityPart({ activity }: { readonly activity: readonly ActivityLine[] }) {
  const older = activity.length - MAX_LINES;
  return (
    <section>
      <h3>Activity</h3>
      {activity.length === 0 ? (
        <p class="quiet">No proposals, commits or approvals yet.</p>
      ) : (
        <ol class="activity">
          {activity.slice(0, MAX_LINES).map((line) => (
            <li key={line.key} class={line.kind}>
              <strong>{line.who}</strong> {line.what}
              {line.why !== "" && <p>{line.why}</p>}
            </li>
          ))}
        </ol>
      )}
      {older > 0 && <p class="quiet">{older === 1 ? "1 older entry" : `${older} older entries`}</p>}
    </section>
  );
}
