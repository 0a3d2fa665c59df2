import { DefaultChatTransport, type UIMessage } from "ai";
import type { ThreadChange } from "../../src/api.ts";

/** Time until a lost connection is tried again, in milliseconds. */
export const RETRY_MS = 1500;

/** The server refused a request; the message is for the person who sent it. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string | number;

  constructor(code: string | number, message: string) {
    super(message);
    this.code = code;
  }
}

const refusalOf = async (response: Response): Promise<Refused> => {
  const body: unknown = await response.json().catch(() => null);
  const detail: unknown = Reflect.get(Object(body), "detail");
  const code: unknown = Reflect.get(Object(body), "code");
  return new Refused(
    typeof code === "string" ? code : response.status,
    typeof detail === "string" ? detail : `The server answered with the status ${response.status}.`,
  );
};

/** Reads JSON of the server. Throws `Refused` when it refuses, and another error when it cannot be reached. */
export async function read<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw await refusalOf(response);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page wrote it
  return (await response.json()) as Answer;
}

/** Address of a conversation. */
export const pathOf = (threadId: string): string => `api/threads/${encodeURIComponent(threadId)}`;

/** Sends an action of the application's view, and returns its result. */
export const performAction = (threadId: string, action: unknown): Promise<unknown> =>
  read<unknown>(`${pathOf(threadId)}/view`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(action),
  });

/**
 * Transport of the chat. It sends the newest message alone: the server has the rest. `accepted` is called when the server runs a request;
 * one that it refuses ends with `Refused`.
 */
export const chatTransport = (accepted: () => void): DefaultChatTransport<UIMessage> =>
  new DefaultChatTransport({
    api: "api/chat",
    async fetch(...request) {
      const response = await fetch(...request);
      if (!response.ok) throw await refusalOf(response);
      accepted();
      return response;
    },
    prepareSendMessagesRequest: ({ id, messages, body }) => ({ body: { id, messages: messages.slice(-1), ...body } }),
  });

/** Callbacks of {@link watchThread}. */
interface Watcher {
  /** The conversation has changed, or the server is there again. */
  readonly changed: (change: ThreadChange) => void;
  /** The server cannot be reached. */
  readonly lost: () => void;
}

/** Calls back on every change of a conversation, by any client; returns a function that stops watching. */
export function watchThread(threadId: string, { changed, lost }: Watcher): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    source = new EventSource(`${pathOf(threadId)}/changes`);
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page wrote it
      changed(JSON.parse(data) as ThreadChange);
    });
    source.addEventListener("error", () => {
      source?.close();
      lost();
      timer = setTimeout(connect, RETRY_MS);
    });
  };
  connect();
  return () => {
    source?.close();
    clearTimeout(timer);
  };
}
