import { useState } from "react";

/** Request that a person decides. */
interface ApprovalRequest {
  readonly id: string;
  readonly hash: string;
  readonly approvalType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What an agent asks: a decision about requests, or a question. */
type Asked = { readonly question: string; readonly requests?: readonly ApprovalRequest[] };

interface QuestionProps {
  /** Value of the interrupt, as the server sends it. */
  readonly value: unknown;
  readonly answer: (given: unknown) => unknown;
}

/** Shows what an agent asks, with the buttons that answer it. */
export function Question({ value, answer }: QuestionProps) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends questions in this shape
  const { question, requests } = value as Asked;
  if (requests === undefined) return <Ask question={question} answer={answer} />;
  return requests.map((request) => <Approval key={request.id} request={request} answer={answer} />);
}

/** Approves a request, with changes if wanted, or rejects it. */
function Approval({ request, answer }: { readonly request: ApprovalRequest } & Pick<QuestionProps, "answer">) {
  const { id, hash, payload } = request;
  const [text, setText] = useState(JSON.stringify(payload["arguments"]));
  return (
    <fieldset>
      <legend>Approve {String(payload["tool"])}?</legend>
      <pre>{JSON.stringify(payload["arguments"])}</pre>
      <button onClick={() => void answer({ id, hash, decision: "approve" })}>Approve</button>
      <button onClick={() => void answer({ id, hash, decision: "reject" })}>Reject</button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const edited: unknown = JSON.parse(text);
          void answer({ id, hash, decision: "edit", payload: { ...payload, arguments: edited } });
        }}
      >
        <input aria-label="Arguments" value={text} onChange={(event) => setText(event.target.value)} />
        <button>Approve with changes</button>
      </form>
    </fieldset>
  );
}

/** Answers a question of a node. */
function Ask({ question, answer }: { readonly question: string } & Pick<QuestionProps, "answer">) {
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void answer(text);
      }}
    >
      <label>
        {question} <input aria-label="Answer" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button>Answer</button>
    </form>
  );
}

/** Value of an interrupt of AG-UI. */
export const valueIn = (metadata: Readonly<Record<string, unknown>> | null | undefined): unknown => metadata?.["value"];
