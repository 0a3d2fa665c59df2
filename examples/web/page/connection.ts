import { HttpAgent, type RunAgentInput } from "@ag-ui/client";
import type { ApplicationView, ThreadView, WrittenBy } from "../src/api.ts";

/** Loads the application details. */
export const readApplication = (): Promise<ApplicationView> => read<ApplicationView>("api/application");

/** Loads the current state of a conversation. */
export const readThread = (threadId: string): Promise<ThreadView> =>
  read<ThreadView>(`api/threads/${encodeURIComponent(threadId)}`);

/** Loads the author of each field. */
export const readWrittenBy = (threadId: string): Promise<WrittenBy> =>
  read<WrittenBy>(`api/threads/${encodeURIComponent(threadId)}/written-by`);

/** Loads the data of the application's view. */
export const readViewData = (threadId: string, query: Readonly<Record<string, string>>): Promise<unknown> =>
  read<unknown>(`api/threads/${encodeURIComponent(threadId)}/view?${new URLSearchParams({ ...query }).toString()}`);

/** Conversation named by the address: `?thread=trip`. */
export const threadOfAddress = (): string | null => new URLSearchParams(location.search).get("thread");

/** Calls back on every change of a conversation, by any client; returns a function that stops watching. */
export function watchThread(threadId: string, changed: (revision: string | null) => void): () => void {
  const source = new EventSource(`api/threads/${encodeURIComponent(threadId)}/changes`);
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page wrote it
    changed((JSON.parse(data) as { readonly revision: string | null }).revision);
  });
  return () => source.close();
}

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page wrote it
  return (await response.json()) as Answer;
}

/** AG-UI client that sends only the new message: the server has the rest. */
export class ThreadAgent extends HttpAgent {
  #hasMessage = false;

  /** Adds a message to the next run; a run without it sends no message. */
  say(content: string): void {
    this.#hasMessage = true;
    this.addMessage({ id: crypto.randomUUID(), role: "user", content });
  }

  protected override requestInit(input: RunAgentInput): RequestInit {
    const messages = this.#hasMessage ? input.messages.slice(-1) : [];
    return super.requestInit({ ...input, messages, state: {}, tools: [], context: [] });
  }
}
