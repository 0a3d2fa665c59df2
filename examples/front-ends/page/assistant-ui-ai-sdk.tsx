import { Chat, useChat } from "@ai-sdk/react";
import { AssistantRuntimeProvider, type ToolCallMessagePartProps, useAuiState } from "@assistant-ui/react";
import { useAISDKRuntime } from "@assistant-ui/react-ai-sdk";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { createContext, use, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Thread } from "./assistant-thread.tsx";
import { type DeskState, ToolCall } from "./composer.tsx";
import { Edit, Part, questionIn } from "./parts.tsx";

/** The server names the turn in the metadata of its answer. */
type Message = UIMessage<{ readonly runId: string }>;

const api = "/api/chat";
const id = new URLSearchParams(location.search).get("thread") ?? "ann";

async function load(): Promise<Message[]> {
  const response = await fetch(`${api}/${id}/messages`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends messages of the AI SDK
  return (await response.json()) as Message[];
}

const stopTurn = () =>
  fetch(`${api}/${id}/stop`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

type Answer = (interruptId: string, given: unknown, signature?: string) => unknown;

/** Messages of the AI SDK, and what answers their questions. */
const Desk = createContext<{ readonly messages: readonly Message[]; readonly answer: Answer }>({
  messages: [],
  answer: () => undefined,
});

function Conversation({ stored }: { readonly stored: Message[] }) {
  const [chat] = useState(
    () =>
      new Chat<Message>({
        id,
        messages: stored,
        transport: new DefaultChatTransport({ api }),
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      }),
  );
  const helpers = useChat({ chat });
  const { messages, sendMessage, error } = helpers;
  const runtime = useAISDKRuntime(helpers);

  // Another tab has begun or ended a turn, or this one did before it was reloaded.
  useEffect(() => {
    const isIdle = () => chat.status === "ready" || chat.status === "error";
    let isFirst = true;
    const follow = async (data: string) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends changes in this shape
      const { runId, ended } = JSON.parse(data) as { readonly runId: string | null; readonly ended: string | null };
      const shown = chat.messages.at(-1)?.metadata?.runId;
      // A turn of this page may end before the first change arrives.
      const isKnown = (isFirst && runId === null && shown !== undefined) || (ended !== null && ended === shown);
      isFirst = false;
      if (!isIdle() || isKnown) return;
      const newest = await load();
      // A message that was sent in the meantime stays.
      if (!isIdle() || chat.messages.at(-1)?.metadata?.runId !== shown) return;
      chat.messages = newest;
      await chat.resumeStream();
    };
    const changes = new EventSource(`${api}/${id}/changes`);
    changes.addEventListener("message", ({ data }) => void follow(String(data)));
    return () => changes.close();
  }, [chat]);

  const answer: Answer = (interruptId, given, signature) =>
    sendMessage(undefined, { body: { answers: [{ interruptId, answer: given, signature }] } });
  const parts = messages.flatMap((message) => message.parts);
  const state = parts.findLast((part) => part.type === "data-state");

  return (
    <Desk value={{ messages, answer }}>
      <AssistantRuntimeProvider runtime={runtime}>
        <Thread
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends the declared state
          state={(state !== undefined && "data" in state ? state.data : {}) as DeskState}
          error={error?.message}
          stop={stopTurn}
          ToolPart={ToolPart}
        >
          {parts.map((part, index) =>
            part.type === "data-question" ? (
              <Part key={index} part={part} parts={parts} decide={() => undefined} answer={answer} />
            ) : null,
          )}
        </Thread>
      </AssistantRuntimeProvider>
    </Desk>
  );
}

/** Call of a tool, with the buttons that decide about it. */
function ToolPart({
  toolName,
  toolCallId,
  args,
  result,
  approval,
  respondToApproval,
}: ToolCallMessagePartProps<object>) {
  const { messages, answer } = use(Desk);
  const isRunning = useAuiState(({ thread }) => thread.isRunning);
  const questions = messages.flatMap(({ parts }) => parts).map(questionIn);
  const question = questions.findLast(
    (each) => each?.open === true && each.requests?.some((request) => request.toolCallId === toolCallId),
  );
  const isOpen = approval !== undefined && approval.approved === undefined && !isRunning;
  return (
    <>
      <ToolCall name={toolName} input={args} output={result} />
      {isOpen && (
        <>
          <button onClick={() => void respondToApproval({ approved: true })}>Approve</button>
          <button onClick={() => void respondToApproval({ approved: false })}>Reject</button>
          {question && <Edit question={question} toolCallId={toolCallId} input={args} answer={answer} />}
        </>
      )}
    </>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Conversation stored={await load()} />);
