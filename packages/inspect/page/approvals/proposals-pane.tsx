import { Link, MoreButton } from "../elements/buttons.tsx";
import type { DecidedProposal, OpenProposal, Proposals } from "../../src/reader/proposals.ts";
import { proposedValue } from "../../src/values/proposed-value.ts";
import { ApprovalsList } from "./approvals-list.tsx";
import { canDecide, Decision } from "./decision.tsx";
import { DecisionStep, ProposedChange } from "./refused.tsx";
import { PersonField } from "../acting/form-parts.tsx";
import { Answered } from "../elements/answered.tsx";
import { Notice } from "../elements/notice.tsx";
import { now, showField, showsInfrastructure, timeline } from "../store/store.ts";
import { agoText, countText, exactText, previewText } from "../values/text.ts";
import { decidedQuery } from "./decided-query.ts";
import { useAnswer } from "../store/use-answer.ts";

type Group = readonly [DecidedProposal, ...DecidedProposal[]];

const keyOf = ({ proposedBy, decidedBy, reason, accepted, refused, changes }: DecidedProposal): string =>
  JSON.stringify([proposedBy, decidedBy, reason, accepted, refused, changes]);

/** Proposals with their neighbors that said the same and got the same answer. */
function grouped(decided: readonly DecidedProposal[]): readonly Group[] {
  const groups: [DecidedProposal, ...DecidedProposal[]][] = [];
  for (const each of decided) {
    const last = groups.at(-1);
    if (last !== undefined && keyOf(last[0]) === keyOf(each)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Proposals that are open at a step, and those that were decided before. */
export function ProposalsPane() {
  const answer = useAnswer<Proposals>("proposals", decidedQuery.value);
  return (
    <div class="pane proposals">
      <ApprovalsList />
      <Answered answer={answer} title="Cannot read the proposals" lines={4}>
        {(value) => <Listed value={value} />}
      </Answered>
    </div>
  );
}

/** A proposed change beside the present value, with the buttons that decide it. */
function OpenChange({ changed }: { readonly changed: OpenProposal["changes"][number] }) {
  const { field, change, current, seenVersion, version } = changed;
  return (
    <>
      <p class="proposed">
        <Link onChoose={() => showField(field)}>{field}</Link>{" "}
        {current === undefined ? null : (
          <>
            <del>{previewText(current, 300)}</del>{" "}
          </>
        )}
        <code>{previewText(proposedValue(change), 300)}</code>
        {seenVersion === version ? null : (
          <span class="badge wait">
            stale: based on version {seenVersion}, now {version}
          </span>
        )}
      </p>
      <Decision change={changed} />
    </>
  );
}

function Listed({ value }: { readonly value: Proposals }) {
  if (value.open.length === 0 && value.decided.length === 0) {
    return (
      <Notice title="No proposals">
        With a Tidemark state, agents propose changes to fields that they do not own. Open, accepted and refused
        proposals appear here, with reasons.
      </Notice>
    );
  }
  const internal = new Set(timeline.value.value?.infrastructure);
  const isInternal = ({ accepted, refused }: DecidedProposal): boolean =>
    [...accepted, ...Object.keys(refused)].every((name) => internal.has(name));
  const decided = showsInfrastructure.value ? value.decided : value.decided.filter((each) => !isInternal(each));
  const hidden = value.decided.length - decided.length;
  return (
    <>
      {canDecide.value && value.open.some(({ changes }) => changes.some(({ answerId }) => answerId !== null)) ? (
        <PersonField />
      ) : null}
      {value.open.map((each) => (
        <article key={each.proposalId} class="proposal open">
          <header>
            <strong>{each.proposedBy}</strong> proposes <span class="badge wait">open</span>
          </header>
          {each.reason === "" ? null : <p>{each.reason}</p>}
          {each.changes.map((changed) => (
            <OpenChange key={changed.field} changed={changed} />
          ))}
        </article>
      ))}
      {grouped(decided).map(([each, ...others]) => (
        <article key={`${each.proposalId} ${each.decidedBy}`} class="proposal">
          <header>
            <strong>{each.proposedBy}</strong>
            <span class="dim" title={exactText(each.decidedAt)}>
              decided by {each.decidedBy} {agoText(each.decidedAt, now.value)}
            </span>
            <DecisionStep each={each} />
          </header>
          {each.reason === "" ? null : <p>{each.reason}</p>}
          {[...each.accepted, ...Object.keys(each.refused)].map((field) => (
            <p key={field} class="proposed">
              {Object.hasOwn(each.refused, field) ? (
                <span class="badge no">refused</span>
              ) : (
                <span class="badge yes">accepted</span>
              )}{" "}
              <Link onChoose={() => showField(field)}>{field}</Link> <ProposedChange each={each} field={field} />{" "}
              <span class="dim">{each.refused[field]}</span>
            </p>
          ))}
          {others.length === 0 ? null : (
            <details>
              <summary class="dim">
                {countText(others.length, "earlier proposal")} with the same values and answer
              </summary>
              {others.map((other, index) => (
                <p key={index}>
                  <DecisionStep each={other} /> <span class="dim">{agoText(other.decidedAt, now.value)}</span>
                </p>
              ))}
            </details>
          )}
        </article>
      ))}
      {hidden === 0 ? null : (
        <MoreButton onChoose={() => void (showsInfrastructure.value = true)}>
          Show {countText(hidden, "proposal")} about internal fields of Tidemark
        </MoreButton>
      )}
    </>
  );
}
