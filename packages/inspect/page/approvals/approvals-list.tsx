import type { StateAtStep } from "../../src/reader/answers.ts";
import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { changeText } from "../values/change-text.ts";
import { now, state, step, threadId } from "../store/store.ts";
import { agoText, exactText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";
import { ValueView } from "../values/value-view.tsx";

const OUTCOMES: Readonly<Record<string, string>> = {
  approved: "yes",
  rejected: "no",
  expired: "wait",
  cancelled: "wait",
};

const text = (value: Plain | undefined): string => (typeof value === "string" ? value : "");

/** Approvals that were decided up to the step: what was asked, what it was changed to, and who answered. */
export function ApprovalsList() {
  const at = step.value;
  const isThere = state.value.value?.fields.some(({ name }) => name === "runtime_audit_log") === true;
  const query =
    at === null || !isThere ? null : { thread: threadId.value ?? "", step: at.id, field: ["runtime_audit_log"] };
  const { value } = useAnswer<StateAtStep>("state", query);
  const log = value?.fields.find(({ name }) => name === "runtime_audit_log")?.value;
  const entries = isPlainList(log) ? log.filter(isPlainRecord).filter(({ action }) => action === "approval") : [];
  if (query === null || entries.length === 0) return null;
  return (
    <section class="approvals" aria-label="Approvals">
      <h3>Approvals</h3>
      {entries.toReversed().map((entry, index) => {
        const outcome = text(entry["outcome"]);
        const edited = entry["edited"] ?? null;
        return (
          <article key={index} class="proposal">
            <header>
              <strong>{text(entry["capability"])}</strong>
              <span class={`badge ${OUTCOMES[outcome] ?? "wait"}`}>{outcome}</span>
              <span class="dim" title={exactText(text(entry["timestamp"]))}>
                {text(entry["decidedBy"]) === "" ? "" : `by ${text(entry["decidedBy"])} `}
                {agoText(text(entry["timestamp"]), now.value)}
              </span>
            </header>
            <p>{text(entry["stepObjective"])}</p>
            {text(entry["reason"]) === "" ? null : <p>“{text(entry["reason"])}”</p>}
            {edited === null ? null : (
              <p class="proposed">
                <span class="badge wait">edited</span> <code>{changeText(entry["asked"], edited) ?? ""}</code>
              </p>
            )}
            <details>
              <summary class="dim">Request · hash {text(entry["hash"]).slice(0, 12)}</summary>
              <ValueView value={entry["asked"] ?? null} />
            </details>
          </article>
        );
      })}
    </section>
  );
}
