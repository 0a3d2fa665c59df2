import { Chat, useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { useEffect, useRef, useState } from "react";

/** The server names the turn in the metadata of its answer. */
export type Message = UIMessage<{ readonly runId: string }>;

/** Turn that runs in the conversation, if one does. */
interface Change {
  readonly runId: string | null;
}

/** Ids of the decisions on calls of tools that have no result yet. */
const decisionsIn = (message: Message | undefined): readonly string[] =>
  (message?.parts ?? []).flatMap((part) =>
    part.type === "dynamic-tool" && part.state === "approval-responded" ? [part.approval.id] : [],
  );

/** Creates a chat that also shows what other tabs do, and the turn that ran before the page was loaded. */
export function useConversation(api: string, id: string): Chat<Message> {
  const ended = useRef<string>(undefined);
  const [chat] = useState(() => {
    const sent = new Set<string>();
    return new Chat<Message>({
      id,
      transport: new DefaultChatTransport({ api }),
      // Sends each decision once: the calls of a stopped turn get no result.
      sendAutomaticallyWhen({ messages }) {
        const decisions = decisionsIn(messages.at(-1));
        if (decisions.every((each) => sent.has(each))) return false;
        if (!lastAssistantMessageIsCompleteWithApprovalResponses({ messages })) return false;
        for (const each of decisions) sent.add(each);
        return true;
      },
      onError: () => sent.clear(),
      onFinish({ message, isDisconnect }) {
        if (!isDisconnect) ended.current = message.metadata?.runId;
      },
    });
  });
  const { status } = useChat({ chat });
  const isBusy = status === "submitted" || status === "streaming";
  const [change, setChange] = useState<Change | null>(null);
  const shown = useRef("");

  useEffect(() => {
    const changes = new EventSource(`${api}/${id}/changes`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends changes in this shape
    changes.addEventListener("message", ({ data }) => setChange(JSON.parse(String(data)) as Change));
    return () => changes.close();
  }, [api, id]);

  // Runs when a turn has begun or ended in any tab, and when a turn of this page has ended.
  useEffect(() => {
    if (isBusy || change === null) return undefined;
    const left = new AbortController();
    const follow = async () => {
      const response = await fetch(`${api}/${id}/messages`, { signal: left.signal });
      const stored = await response.text();
      // A message that was sent in the meantime stays: this runs again after its turn.
      if (!response.ok || left.signal.aborted || chat.status === "submitted" || chat.status === "streaming") return;
      // Decisions that are not sent yet also stay, unless something has changed. One that could not be sent is taken back.
      const isUnsent = chat.status === "error" && chat.lastMessage?.role === "assistant";
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends messages of the AI SDK
      if (stored !== shown.current || isUnsent) chat.messages = JSON.parse(stored) as Message[];
      shown.current = stored;
      if (change.runId !== null && change.runId !== ended.current) await chat.resumeStream();
    };
    // Without a connection, the next change tries again.
    follow().catch(() => undefined);
    return () => left.abort();
  }, [api, id, chat, change, isBusy]);

  return chat;
}

/** Stops the running turn, for every tab. */
export const stopTurn = (api: string, id: string) =>
  fetch(`${api}/${id}/stop`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

/** Text of an error: a refusal of the server is JSON with a `detail`. */
export function errorText({ message }: Error): string {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- refusals are problem details, RFC 9457
    return (JSON.parse(message) as { readonly detail?: string }).detail ?? message;
  } catch {
    return message;
  }
}
