import type { EvaluationCaseFile } from "../../src/running/evaluation-cases.ts";
import type { ThreadComparison } from "../../src/comparison/compare-threads.ts";
import { changesMade, run, writing } from "../acting/acting.ts";
import { ask } from "../server/api.ts";
import { Answered } from "../elements/answered.tsx";
import { Notice } from "../elements/notice.tsx";
import { Refusal, useAction } from "../elements/use-action.tsx";
import { opposite, showView, step, threadId, threads, timeline } from "../store/store.ts";
import { useAnswer } from "../store/use-answer.ts";
import { Comparison } from "./comparison.tsx";
import { Merge } from "./merge.tsx";
import { Replay } from "./replay.tsx";

/** The thread beside another one: where they part, what each ran after that, and the fields in which they differ. */
export function ComparePane() {
  const thread = threadId.value;
  const left = opposite.value === thread ? null : opposite.value;
  const query =
    thread === null || left === null
      ? null
      : {
          thread: left,
          other: thread,
          known: timeline.value.value?.newest,
          version: `${run.value?.version ?? 0} ${changesMade.value}`,
        };
  const answer = useAnswer<ThreadComparison>("compare", query);
  return (
    <div class="pane compare">
      <div class="compare-points">
        <OtherThread />
        <span class="dim" aria-hidden="true">
          ⇄
        </span>
        <b>{thread}</b>
        {answer.value === null || left === null ? null : <SaveCase left={left} right={thread ?? ""} />}
      </div>
      {thread !== null && opposite.value === thread ? (
        <Replay />
      ) : left === null ? (
        <Notice title="Select another thread">
          A fork and its original are compared from the step where they diverge.
        </Notice>
      ) : (
        <Answered answer={answer} title="Cannot compare these threads" lines={5}>
          {(value) => (
            <>
              {value.common === null ? null : <Merge key={`${left} ${thread}`} other={left} shown={thread ?? ""} />}
              <Comparison value={value} />
            </>
          )}
        </Answered>
      )}
    </div>
  );
}

/** Name of a replay among the threads. */
const replayText = (turn: number): string => (turn < 1 ? "Replay of a turn" : `Replay of turn ${turn}`);

function OtherThread() {
  const listed = threads.value.value?.threads.map((each) => each.threadId) ?? [];
  const ids = [...new Set([...(opposite.value === null ? [] : [opposite.value]), ...listed])].filter(
    (id) => id !== threadId.value,
  );
  return (
    <select
      class="input"
      aria-label="Thread to compare with"
      value={opposite.value ?? ""}
      onChange={(event) => {
        opposite.value = event.currentTarget.value === "" ? null : event.currentTarget.value;
        showView("compare");
      }}
    >
      <option value="">Compare with…</option>
      {writing.value === null || threadId.value === null ? null : (
        <option value={threadId.value}>{replayText(step.value?.turn ?? 0)}</option>
      )}
      {ids.slice(0, 500).map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </select>
  );
}

/** Saves both threads as cases of an evaluation. */
function SaveCase({ left, right }: { readonly left: string; readonly right: string }) {
  const { problem, act } = useAction();
  if (writing.value?.hasOwners !== true) return null;
  const save = async (): Promise<void> => {
    const { cases } = await ask<{ readonly cases: readonly EvaluationCaseFile[] }>("evaluation", {
      thread: left,
      other: right,
    });
    const file = new Blob([`${JSON.stringify(cases, null, 2)}\n`], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${right.replaceAll(/[^\w.-]+/g, "-")}.cases.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => act(save)}>
        Save as evaluation cases
      </button>
      <Refusal problem={problem} />
    </>
  );
}
