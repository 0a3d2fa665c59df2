import type { UIMessage } from "ai";
import { useState } from "react";

/** Data of a part `data-question`. */
interface Question {
  readonly interruptId: string;
  readonly kind: "approval" | "commit" | "question";
  readonly question: string | null;
  /** Reason why the question is asked again. */
  readonly note?: string | null;
  readonly open: boolean;
  readonly signature?: string;
  readonly requests?: readonly {
    readonly id: string;
    readonly hash: string;
    readonly toolCallId: string;
    readonly payload?: object;
  }[];
}

interface PartProps {
  readonly part: UIMessage["parts"][number];
  readonly parts: UIMessage["parts"];
  readonly decide: (response: { readonly id: string; readonly approved: boolean }) => unknown;
  readonly answer: (interruptId: string, given: unknown, signature?: string) => unknown;
}

/** One part of a message. */
export function Part({ part, parts, decide, answer }: PartProps) {
  if (part.type === "text") return <p>{part.text}</p>;
  // The user's own words, where the agent has read them.
  if (part.type === "steering-message") return <blockquote>{part.parts.map(textIn).join("")}</blockquote>;
  if (part.type === "reasoning") return <p className="reasoning">{part.text}</p>;
  if (part.type === "source-url") return <a href={part.url}>{part.title ?? part.url}</a>;
  if (part.type === "file" && part.mediaType.startsWith("image"))
    return <img src={part.url} alt={part.filename ?? ""} />;
  if (part.type === "file") return <a href={part.url}>{part.filename ?? part.mediaType}</a>;
  if (part.type === "data-state" && "data" in part) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends the declared state
    const { desk_refunded: refunded } = part.data as { readonly desk_refunded?: readonly string[] };
    return <pre aria-label="State">{JSON.stringify({ refunded })}</pre>;
  }
  if (part.type !== "dynamic-tool") {
    const question = questionIn(part);
    return question?.kind === "question" && question.open ? <Ask question={question} answer={answer} /> : null;
  }
  const { toolName, toolCallId, state, input } = part;
  const question = parts.map(questionIn).find((each) => each?.open === true && isAbout(each, toolCallId)) ?? null;
  return (
    <fieldset data-state={state}>
      <legend>{toolName}</legend>
      <pre>{JSON.stringify(part.state === "output-available" ? part.output : input)}</pre>
      {part.state === "approval-requested" && (
        <>
          {question?.note && <p role="note">{question.note}</p>}
          <button onClick={() => decide({ id: part.approval.id, approved: true })}>Approve</button>
          <button onClick={() => decide({ id: part.approval.id, approved: false })}>Reject</button>
          {question && <Edit question={question} toolCallId={toolCallId} input={input} answer={answer} />}
        </>
      )}
    </fieldset>
  );
}

const textIn = (part: object): string => ("text" in part ? String(part.text) : "");

export function questionIn(part: UIMessage["parts"][number]): Question | null {
  if (part.type !== "data-question" || !("data" in part)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends questions in this shape
  return part.data as Question;
}

const isAbout = ({ requests = [] }: Question, toolCallId: string): boolean =>
  requests.some((request) => request.toolCallId === toolCallId);

/** Approves a request with other arguments. */
export function Edit({
  question: { interruptId, signature, requests = [] },
  toolCallId,
  input,
  answer,
}: Pick<PartProps, "answer"> & { readonly question: Question; readonly toolCallId: string; readonly input: unknown }) {
  const [text, setText] = useState(JSON.stringify(input));
  const request = requests.find((each) => each.toolCallId === toolCallId);
  if (request === undefined) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const { id, hash, payload } = request;
        const edited: unknown = JSON.parse(text);
        const whole = payload === undefined ? edited : { ...payload, arguments: edited };
        void answer(interruptId, { id, decision: "edit", hash, payload: whole }, signature);
      }}
    >
      <input aria-label="Arguments" value={text} onChange={(event) => setText(event.target.value)} />
      <button>Approve with changes</button>
    </form>
  );
}

/** Answers a question of a node. */
function Ask({ question, answer }: Pick<PartProps, "answer"> & { readonly question: Question }) {
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void answer(question.interruptId, text, question.signature);
      }}
    >
      <label>
        {question.question} <input aria-label="Answer" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button>Answer</button>
    </form>
  );
}
