import { HttpAgent, type RunAgentInput } from "@ag-ui/client";
import type { ApplicationView, ThreadView, WrittenBy } from "../src/api.ts";

/** Reads what the page is about. */
export const readApplication = (): Promise<ApplicationView> => read<ApplicationView>("api/application");

/** Reads where a conversation stands. */
export const readThread = (threadId: string): Promise<ThreadView> =>
  read<ThreadView>(`api/threads/${encodeURIComponent(threadId)}`);

/** Reads who wrote each field. */
export const readWrittenBy = (threadId: string): Promise<WrittenBy> =>
  read<WrittenBy>(`api/threads/${encodeURIComponent(threadId)}/written-by`);

/** The conversation that the address names: `?thread=trip`. */
export const threadOfAddress = (): string | null => new URLSearchParams(location.search).get("thread");

/** Calls back whenever a conversation has changed, whoever changed it; gives the way to stop that. */
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

/** AG-UI's client, which sends only what is new: the server has the rest. */
export class ThreadAgent extends HttpAgent {
  #speaks = false;

  /** Says something with the next run; without it, a run sends no message. */
  say(content: string): void {
    this.#speaks = true;
    this.addMessage({ id: crypto.randomUUID(), role: "user", content });
  }

  protected override requestInit(input: RunAgentInput): RequestInit {
    const messages = this.#speaks ? input.messages.slice(-1) : [];
    return super.requestInit({ ...input, messages, state: {}, tools: [], context: [] });
  }
}
