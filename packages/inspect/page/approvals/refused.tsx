import { Link } from "../elements/buttons.tsx";
import type { DecidedProposal, Proposals } from "../../src/reader/proposals.ts";
import { proposedValue } from "../../src/values/proposed-value.ts";
import { showStep } from "../store/store.ts";
import { decidedQuery } from "./decided-query.ts";
import { useAnswer } from "../store/use-answer.ts";
import { previewText } from "../values/text.ts";

/** Maximum number of refused proposals that are listed with a field, the newest ones. */
const MOST = 5;

/** Proposals for a field that were refused up to the step. */
export function Refused({ field }: { readonly field: string }) {
  const { value } = useAnswer<Proposals>("proposals", decidedQuery.value);
  const found = value?.decided.filter(({ refused }) => Object.hasOwn(refused, field)) ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <h4 class="label">Refused proposals</h4>
      {found.slice(0, MOST).map((each, index) => (
        <p key={index} class="proposed">
          <b>{each.proposedBy}</b> <ProposedChange each={each} field={field} />{" "}
          <span class="dim">{each.refused[field]}</span> <DecisionStep each={each} />
        </p>
      ))}
    </>
  );
}

/** The value that was proposed for a field, where it is known. */
export function ProposedChange({ each, field }: { readonly each: DecidedProposal; readonly field: string }) {
  return Object.hasOwn(each.changes, field) ? (
    <code>{previewText(proposedValue(each.changes[field]), 300)}</code>
  ) : null;
}

/** Leads to the step that decided. */
export function DecisionStep({ each: { step: decided } }: { readonly each: DecidedProposal }) {
  if (decided === null) return null;
  return <Link onChoose={() => void showStep(decided.id)}>step {decided.label}</Link>;
}
