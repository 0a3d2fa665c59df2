import { useState } from "preact/hooks";
import type { OpenInterrupt } from "../../src/history/pending.ts";
import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { answer, run } from "./acting.ts";
import { ActionForm, AnsweringPerson, Labeled, TextField } from "./form-parts.tsx";
import { previewText } from "../values/text.ts";
import { ValueInput, valueOf, writtenOf } from "../values/value-input.tsx";

type Request = { readonly [name: string]: Plain };

const text = (value: Plain | undefined): string => (typeof value === "string" ? value : "");

/** Requests of a question for approval. Null for any other question. */
function requestsOf(value: Plain, type: string): readonly Request[] | null {
  if (!isPlainRecord(value) || value["type"] !== type || !isPlainList(value["requests"])) return null;
  return value["requests"].filter((each) => isPlainRecord(each));
}

/** Answers that a question offers, each with its text. Empty for a question that offers none. */
function choicesOf(value: Plain): readonly { readonly text: string; readonly sent: Plain }[] {
  const offered = isPlainRecord(value) ? (value["options"] ?? value["choices"]) : null;
  if (!isPlainList(offered) || offered.length > MOST_CHOICES) return [];
  return offered.map((each) => {
    const { value: sent = each, label = sent } = isPlainRecord(each) ? each : {};
    return { text: previewText(label, 60), sent };
  });
}

/** Maximum number of answers that are buttons. */
const MOST_CHOICES = 12;

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
  return <Reply interruptId={id} choices={choicesOf(value)} />;
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
    const sent = isQuestion
      ? { decision: "ask", question: words }
      : { decision: "reject", ...(words !== "" && { reason: words }) };
    return (
      <ActionForm
        label={isQuestion ? "Ask about the request" : "Reject"}
        takesFocus
        actions={[{ name: isQuestion ? "Ask" : "Reject", isMain: true, run: () => decide(sent) }, back]}
      >
        <TextField label={isQuestion ? "Question" : "Reason"} rows={2} value={words} onChange={setWords} />
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

function Reply({
  interruptId,
  choices,
}: {
  readonly interruptId: string;
  readonly choices: ReturnType<typeof choicesOf>;
}) {
  const [written, setWritten] = useState({ text: "", isJson: false });
  const [isOther, setOther] = useState(choices.length === 0);
  const say = (value: unknown) => answer(interruptId, value);
  if (!isOther)
    return (
      <ActionForm
        label="Answer"
        actions={[
          ...choices.map((choice) => ({ name: choice.text, run: () => say(choice.sent) })),
          { name: "Other…", title: "Write another answer", run: () => (setOther(true), null) },
        ]}
      >
        <AnsweringPerson isApproval={false} />
      </ActionForm>
    );
  return (
    <ActionForm
      label="Answer"
      actions={[
        { name: "Answer", isMain: true, run: () => say(valueOf(written)) },
        ...(choices.length > 0
          ? [{ name: "Back", run: () => (setOther(false), null) }]
          : [
              { name: "Yes", title: "Sends true", run: () => say(true) },
              { name: "No", title: "Sends false", run: () => say(false) },
            ]),
      ]}
    >
      <Labeled label="Answer">
        {(field) => <ValueInput id={field} label="Answer" value={written} onChange={setWritten} />}
      </Labeled>
      <AnsweringPerson isApproval={false} />
    </ActionForm>
  );
}
