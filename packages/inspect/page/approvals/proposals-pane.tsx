import type { DecidedProposal, Proposals } from "../../src/reader/proposals.ts";
import { ApprovalsList } from "./approvals-list.tsx";
import { Notice, Skeleton } from "../elements/notice.tsx";
import { now, showField, showsInfrastructure, step, threadId, timeline } from "../store/store.ts";
import { agoText, countText, exactText, previewText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";

/** Proposals that are open at a step, and those that were decided before. */
export function ProposalsPane() {
  const query = threadId.value === null || step.value === null ? null : { thread: threadId.value, step: step.value.id };
  const { value, problem } = useAnswer<Proposals>("proposals", query);
  if (problem !== null)
    return (
      <Notice title="Cannot read the proposals" kind="error">
        {problem}
      </Notice>
    );
  if (value === null) return <Skeleton lines={4} />;
  if (value.open.length === 0 && value.decided.length === 0) {
    return (
      <div class="proposals">
        <ApprovalsList />
        <Notice title="No proposals">
          With a Tidemark state, agents propose changes to fields that they do not own. Open, accepted and refused
          proposals appear here, with reasons.
        </Notice>
      </div>
    );
  }
  const internal = new Set(timeline.value.value?.infrastructure);
  const isInternal = ({ accepted, refused }: DecidedProposal): boolean =>
    [...accepted, ...Object.keys(refused)].every((name) => internal.has(name));
  const decided = showsInfrastructure.value ? value.decided : value.decided.filter((each) => !isInternal(each));
  const hidden = value.decided.length - decided.length;
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
                  stale: based on version {seenVersion}, now {version}
                </span>
              )}
            </p>
          ))}
        </article>
      ))}
      {decided.map((each, index) => (
        <article key={index} class="proposal">
          <header>
            <strong>{each.proposedBy}</strong>
            <span class="dim" title={exactText(each.decidedAt)}>
              decided by {each.decidedBy} {agoText(each.decidedAt, now.value)}
            </span>
          </header>
          {each.reason === "" ? null : <p>{each.reason}</p>}
          {each.accepted.length === 0 ? null : (
            <p class="proposed accepted">
              <span class="badge yes">accepted</span>
              {each.accepted.map((field) => (
                <button key={field} type="button" class="link" onClick={() => showField(field)}>
                  {field}
                </button>
              ))}
            </p>
          )}
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
      {hidden === 0 ? null : (
        <button
          type="button"
          class="more"
          onClick={() => {
            showsInfrastructure.value = true;
          }}
        >
          Show {countText(hidden, "proposal")} about internal fields of Tidemark
        </button>
      )}
    </div>
  );
}
