import type { Proposals } from "../src/reader/proposals.ts";
import { ApprovalsList } from "./approvals-list.tsx";
import { Notice, Skeleton } from "./notice.tsx";
import { now, showField, step, threadId } from "./store.ts";
import { agoText, exactText, previewText } from "./text.ts";
import { useAnswer } from "./use-answer.ts";

/** Proposals that are open at a step, and those that were decided before. */
export function ProposalsPane() {
  const query = threadId.value === null || step.value === null ? null : { thread: threadId.value, step: step.value.id };
  const { value, problem } = useAnswer<Proposals>("proposals", query);
  if (problem !== null)
    return (
      <Notice title="The proposals cannot be read" kind="error">
        {problem}
      </Notice>
    );
  if (value === null) return <Skeleton lines={4} />;
  if (value.open.length === 0 && value.decided.length === 0) {
    return (
      <div class="proposals">
        <ApprovalsList />
        <Notice title="No proposals">
          Agents of a Tidemark state propose changes to fields that they do not own. Open, accepted and refused
          proposals are listed here.
        </Notice>
      </div>
    );
  }
  return (
    <div class="proposals">
      <ApprovalsList />
      {value.open.map((each) => (
        <article key={each.proposalId} class="proposal open">
          <header>
            <strong>{each.proposedBy}</strong> proposes <span class="badge wait">open</span>
          </header>
          {each.reason === "" ? null : <p>{each.reason}</p>}
          {each.changes.map(({ field, change, seenVersion, version }) => (
            <p key={field} class="proposed">
              <button type="button" class="link" onClick={() => showField(field)}>
                {field}
              </button>{" "}
              <code>{previewText(change, 300)}</code>
              {seenVersion === version ? null : (
                <span class="badge wait">
                  saw version {seenVersion}, now {version}
                </span>
              )}
            </p>
          ))}
        </article>
      ))}
      {value.decided.map((each, index) => (
        <article key={index} class="proposal">
          <header>
            <strong>{each.proposedBy}</strong>
            <span class="dim" title={exactText(each.decidedAt)}>
              decided by {each.decidedBy} {agoText(each.decidedAt, now.value)}
            </span>
          </header>
          {each.reason === "" ? null : <p>{each.reason}</p>}
          {each.accepted.map((field) => (
            <p key={field} class="proposed">
              <span class="badge yes">accepted</span>{" "}
              <button type="button" class="link" onClick={() => showField(field)}>
                {field}
              </button>
            </p>
          ))}
          {Object.entries(each.refused).map(([field, why]) => (
            <p key={field} class="proposed">
              <span class="badge no">refused</span>{" "}
              <button type="button" class="link" onClick={() => showField(field)}>
                {field}
              </button>{" "}
              <span class="dim">{why}</span>
            </p>
          ))}
        </article>
      ))}
    </div>
  );
}
