import { useState } from "preact/hooks";
import type { OpenInterrupt } from "../../src/history/pending.ts";
import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { answer, run } from "./acting.ts";
import { ActionForm, AnsweringPerson, Labeled } from "./form-parts.tsx";
import { ValueInput, valueOf, writtenOf } from "../values/value-input.tsx";

type Request = { readonly [name: string]: Plain };

const text = (value: Plain | undefined): string => (typeof value === "string" ? value : "");

/** Requests of a question for approval. Null for any other question. */
function requestsOf(value: Plain, type: string): readonly Request[] | null {
  if (!isPlainRecord(value) || value["type"] !== type || !isPlainList(value["requests"])) return null;
  return value["requests"].filter((each) => isPlainRecord(each));
}

/** Answers a question: an approval, a decision on a proposal, or anything that a node asks. */
export function AnswerForm({ interrupt }: { readonly interrupt: OpenInterrupt }) {
  const { id, value } = interrupt;
  if (run.value?.isRunning === true) return null;
  const approvals = requestsOf(value, "approval");
  if (approvals !== null)
    return (
      <>
        {approvals.map((request) => (
          <Approval key={text(request["id"])} interruptId={id} request={request} />
        ))}
      </>
    );
  const commits = requestsOf(value, "commit_approval");
  if (commits !== null)
    return (
      <>
        {commits.map((request) => (
          <Commit key={text(request["id"])} interruptId={id} request={request} />
        ))}
      </>
    );
  return <Reply interruptId={id} />;
}

/** Names what is to be approved, with the hash that stands for exactly the content that is shown above. */
function Asked({ request }: { readonly request: Request }) {
  const hash = text(request["hash"]);
  return (
    <p title={hash}>
      <b>{text(request["capability"])}</b>: {text(request["stepObjective"]) || text(request["approvalType"])}
      {hash === "" ? "" : ` · hash ${hash.slice(0, 12)}`}
    </p>
  );
}

function Approval({ interruptId, request }: { readonly interruptId: string; readonly request: Request }) {
  const [mode, setMode] = useState<"edit" | "reject" | "ask" | null>(null);
  const [written, setWritten] = useState(writtenOf(request["payload"]));
  const [words, setWords] = useState("");
  const id = text(request["id"]);
  const hash = text(request["hash"]);
  const decide = (decision: object) => answer(interruptId, { id, ...decision }, hash);
  const back = { name: "Back", run: () => (setMode(null), null) };
  if (mode === "edit")
    return (
      <ActionForm
        label="Edit and approve"
        takesFocus
        actions={[
          {
            name: "Approve the edited content",
            isMain: true,
            run: () => decide({ decision: "edit", payload: valueOf(written) }),
          },
          back,
        ]}
      >
        <Labeled label="Content">
          {(field) => <ValueInput id={field} label="Content" value={written} onChange={setWritten} />}
        </Labeled>
        <AnsweringPerson isApproval />
      </ActionForm>
    );
  if (mode !== null) {
    const isQuestion = mode === "ask";
    const label = isQuestion ? "Question" : "Reason";
    const sent = isQuestion
      ? { decision: "ask", question: words }
      : { decision: "reject", ...(words !== "" && { reason: words }) };
    return (
      <ActionForm
        label={isQuestion ? "Ask about the request" : "Reject"}
        takesFocus
        actions={[{ name: isQuestion ? "Ask" : "Reject", isMain: true, run: () => decide(sent) }, back]}
      >
        <Labeled label={label}>
          {(field) => (
            <textarea
              id={field}
              class="input"
              rows={2}
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </Labeled>
        <AnsweringPerson isApproval />
      </ActionForm>
    );
  }
  return (
    <ActionForm
      label="Approval"
      actions={[
        { name: "Approve", isMain: true, run: () => decide({ decision: "approve", hash }) },
        { name: "Edit…", run: () => (setMode("edit"), null) },
        { name: "Reject…", run: () => (setMode("reject"), null) },
        { name: "Ask…", run: () => (setMode("ask"), null) },
      ]}
    >
      <Asked request={request} />
      <AnsweringPerson isApproval />
    </ActionForm>
  );
}

function Commit({ interruptId, request }: { readonly interruptId: string; readonly request: Request }) {
  const id = text(request["id"]);
  const decide = (isAccepted: boolean) => answer(interruptId, { [id]: isAccepted }, text(request["hash"]));
  return (
    <ActionForm
      label="Proposal"
      actions={[
        { name: "Accept", isMain: true, run: () => decide(true) },
        { name: "Refuse", run: () => decide(false) },
      ]}
    >
      <Asked request={request} />
      <AnsweringPerson isApproval />
    </ActionForm>
  );
}

function Reply({ interruptId }: { readonly interruptId: string }) {
  const [written, setWritten] = useState({ text: "", isJson: false });
  const say = (value: unknown) => answer(interruptId, value);
  return (
    <ActionForm
      label="Answer"
      actions={[
        { name: "Answer", isMain: true, run: () => say(valueOf(written)) },
        { name: "Yes", title: "Sends true", run: () => say(true) },
        { name: "No", title: "Sends false", run: () => say(false) },
      ]}
    >
      <Labeled label="Answer">
        {(field) => <ValueInput id={field} label="Answer" value={written} onChange={setWritten} />}
      </Labeled>
      <AnsweringPerson isApproval={false} />
    </ActionForm>
  );
}
