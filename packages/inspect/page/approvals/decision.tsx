import { computed } from "@preact/signals";
import type { OpenProposal } from "../../src/reader/proposals.ts";
import { decide, shownStatus, writing } from "../acting/acting.ts";
import { Refusal, useAction } from "../elements/use-action.tsx";
import { isAtEnd, namespace, threadId, timeline } from "../store/store.ts";

/** True if a person may decide open proposals here: at the end of a thread in which nothing runs and no question is open. */
export const canDecide = computed(
  () =>
    writing.value?.hasOwners === true &&
    namespace.value === "" &&
    isAtEnd.value &&
    timeline.value.value?.interrupts.length === 0 &&
    shownStatus.value !== "running",
);

/** Accepts or refuses one change of a proposal. Nothing for one that no person can decide. */
export function Decision({ change: { field, answerId } }: { readonly change: OpenProposal["changes"][number] }) {
  const { problem, isBusy, act } = useAction();
  if (!canDecide.value || answerId === null) return null;
  const choose = (isAccepted: boolean) => act(() => decide(threadId.value ?? "", answerId, isAccepted));
  return (
    <div role="group" aria-label={`Decide ${field}`}>
      <div class="buttons">
        <button type="button" class="button" disabled={isBusy} onClick={() => choose(true)}>
          Accept
        </button>
        <button type="button" class="button" disabled={isBusy} onClick={() => choose(false)}>
          Refuse
        </button>
      </div>
      <Refusal problem={problem} />
    </div>
  );
}
