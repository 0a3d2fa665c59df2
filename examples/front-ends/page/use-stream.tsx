import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { useStream } from "@langchain/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Composer, type DeskState, State, ToolCall } from "./composer.tsx";
import { Question } from "./question.tsx";

const apiUrl = `${location.origin}/api/langgraph`;
const threadId = new URLSearchParams(location.search).get("thread") ?? "ann";

interface Values extends DeskState {
  readonly messages: BaseMessage[];
}

function Chat() {
  const stream = useStream<Values>({ apiUrl, assistantId: "agent", threadId });
  const send = (content: string) => stream.submit({ messages: [new HumanMessage(content)] });

  // A page that is loaded knows finished calls only from the messages.
  const resultOf = (id: string | undefined) =>
    stream.messages.find((message) => ToolMessage.isInstance(message) && message.tool_call_id === id)?.text;

  /** Starts another branch before a message, with another text. */
  async function edit(messageId: string | undefined, content: string) {
    const history = await stream.client.threads.getHistory<Values>(threadId, { limit: 1000 });
    const first = history.findLast(({ values }) => values.messages.some(({ id }) => id === messageId));
    const forkFrom = first?.parent_checkpoint?.checkpoint_id;
    if (forkFrom) await stream.submit({ messages: [new HumanMessage(content)] }, { forkFrom });
  }

  return (
    <main>
      <State state={stream.values} />
      {stream.messages.map((message) => (
        <article key={message.id} data-role={message.type === "human" ? "user" : "assistant"}>
          {message.contentBlocks.map((block, index) =>
            block.type === "reasoning" ? (
              <p key={index} className="reasoning">
                {block.reasoning}
              </p>
            ) : null,
          )}
          {message.text && message.type !== "tool" && <p>{message.text}</p>}
          {message.type === "human" && <Edit text={message.text} edit={(text) => edit(message.id, text)} />}
          {AIMessage.isInstance(message) &&
            message.tool_calls?.map(({ id, name, args }) => (
              <ToolCall key={id} name={name} input={args} output={resultOf(id)} />
            ))}
        </article>
      ))}
      {stream.interrupts.map(({ id, value }) => (
        <Question
          key={id}
          value={value}
          answer={(given) => stream.respond(given, id === undefined ? {} : { interruptId: id })}
        />
      ))}
      <Composer
        isBusy={stream.isLoading}
        error={stream.error instanceof Error ? stream.error.message : undefined}
        send={send}
        stop={() => stream.stop()}
      />
    </main>
  );
}

function Edit({ text, edit }: { readonly text: string; readonly edit: (text: string) => unknown }) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) return <button onClick={() => setDraft(text)}>Edit</button>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setDraft(null);
        void edit(draft);
      }}
    >
      <input aria-label="Edited message" value={draft} onChange={(event) => setDraft(event.target.value)} />
      <button>Send again</button>
    </form>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Chat />);
