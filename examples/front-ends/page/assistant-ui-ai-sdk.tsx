import { useChat } from "@ai-sdk/react";
import { AssistantRuntimeProvider, type ToolCallMessagePartProps, useAuiState } from "@assistant-ui/react";
import { useAISDKRuntime } from "@assistant-ui/react-ai-sdk";
import { createContext, use } from "react";
import { createRoot } from "react-dom/client";
import { Thread } from "./assistant-thread.tsx";
import { type DeskState, ToolCall } from "./composer.tsx";
import { errorText, type Message, stopTurn, useConversation } from "./conversation.ts";
import { Edit, Part, questionIn } from "./parts.tsx";

const api = "/api/chat";
const id = new URLSearchParams(location.search).get("thread") ?? "ann";

type Answer = (interruptId: string, given: unknown, signature?: string) => unknown;

/** Messages of the AI SDK, and what answers their questions. */
const Desk = createContext<{ readonly messages: readonly Message[]; readonly answer: Answer }>({
  messages: [],
  answer: () => undefined,
});

function Conversation() {
  const helpers = useChat({ chat: useConversation(api, id) });
  const { messages, sendMessage, error } = helpers;
  const runtime = useAISDKRuntime(helpers);
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
          error={error && errorText(error)}
          stop={() => stopTurn(api, id)}
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
if (root !== null) createRoot(root).render(<Conversation />);
