import { EventSourceParserStream } from "eventsource-parser/stream";
import type { ApplicationView, ThreadChange, ThreadDetails, ThreadSummary, ThreadView } from "../../src/api.ts";
import type { TurnEvent } from "./turn-events.ts";

/** Time until a lost connection is tried again, in milliseconds. */
export const RETRY_MS = 1500;

/** The server refused a request; the message is for the person who sent it. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Loads the application details. */
export const readApplication = (): Promise<ApplicationView> => read<ApplicationView>("api/application");

/** Loads the list of conversations. */
export const readThreads = (): Promise<readonly ThreadSummary[]> => read<readonly ThreadSummary[]>("api/threads");

/** Loads the current state of a conversation. */
export const readThread = (threadId: string): Promise<ThreadView> => read<ThreadView>(pathOf(threadId));

/** Loads the state of a conversation for developers. */
export const readDetails = (threadId: string): Promise<ThreadDetails> =>
  read<ThreadDetails>(`${pathOf(threadId)}/details`);

/** Loads the data of the application's view. */
export const readViewData = (threadId: string, query: Readonly<Record<string, string>>): Promise<unknown> =>
  read<unknown>(`${pathOf(threadId)}/view?${new URLSearchParams({ ...query }).toString()}`);

/** Sends an action of the application's view, and returns its result. */
export async function performAction(threadId: string, action: unknown): Promise<unknown> {
  const response = await fetch(`${pathOf(threadId)}/view`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(action),
  });
  if (!response.ok) throw new Refused(response.status, await problemIn(response));
  return response.json();
}

const pathOf = (threadId: string): string => `api/threads/${encodeURIComponent(threadId)}`;

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  if (!response.ok) throw new Refused(response.status, `${path}: ${response.status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page wrote it
  return (await response.json()) as Answer;
}

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
    clearTimeout(timer);
    source?.close();
  };
}

/** What a turn request asks for, in the form of AG-UI. */
export interface TurnRequest {
  readonly messages?: readonly { readonly id: string; readonly role: "user"; readonly content: string }[];
  readonly resume?: readonly {
    readonly interruptId: string;
    readonly status: "resolved";
    readonly payload: unknown;
  }[];
  readonly forwardedProps?: { readonly continueTurn: true } | { readonly followTurn: true };
}

/** Options of {@link runTurn}. */
interface TurnOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: TurnEvent) => void;
}

/**
 * Runs a turn and passes on its AG-UI events. Sends only what is new: the server has the rest. Throws `Refused` when the server refuses the
 * request, and another error when the connection is lost before the turn has ended.
 */
export async function runTurn(threadId: string, request: TurnRequest, { signal, onEvent }: TurnOptions): Promise<void> {
  const runId = crypto.randomUUID();
  const body = { threadId, runId, state: {}, messages: [], tools: [], context: [], ...request };
  const response = await fetch("api/agent", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || response.body === null) throw new Refused(response.status, await problemIn(response));
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page wrote it; unknown types are ignored
    const event = JSON.parse(part.value.data) as TurnEvent;
    onEvent(event);
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") return;
  }
  throw new Error("The connection ended before the turn did.");
}

async function problemIn(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const problem: unknown = Reflect.get(Object(body), "error");
  return typeof problem === "string" ? problem : `The server answered with the status ${response.status}.`;
}
