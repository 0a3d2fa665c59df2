/** Sends a request of a client. */
export interface Post {
  (path: string, body: unknown): Promise<Response>;
}

/** Answer to a question of a thread. */
export interface Answer {
  readonly thread: string;
  readonly interruptId: string;
  /** Signature that was shown with the question. */
  readonly signature: string | undefined;
  readonly answer: unknown;
}

/** Id of a question with its signature, as AG-UI and LangGraph's protocol show it. */
const signedId = ({ interruptId, signature }: Answer): string =>
  signature === undefined ? interruptId : `${interruptId}.${signature}`;

/** A run of AG-UI. */
export const run = (threadId: string, more: object) => ({
  threadId,
  runId: crypto.randomUUID(),
  messages: [],
  tools: [],
  context: [],
  ...more,
});

/** Requests that answer a question, by wire. */
export const wires: readonly (readonly [string, (post: Post, given: Answer) => Promise<Response>])[] = [
  [
    "typed events",
    (post, { thread, interruptId, signature, answer }) =>
      post(`/threads/${thread}/answers`, { interruptId, answer, signature }),
  ],
  [
    "the AI SDK",
    (post, { thread, interruptId, signature, answer }) =>
      post("/chat", { id: thread, messages: [], answers: [{ interruptId, answer, signature }] }),
  ],
  [
    "AG-UI",
    (post, given) => {
      const resume = [{ interruptId: signedId(given), status: "resolved", payload: given.answer }];
      return post("/ag-ui", run(given.thread, { resume }));
    },
  ],
  [
    "commands of LangGraph's protocol",
    (post, given) =>
      post(`/langgraph/threads/${given.thread}/commands`, {
        id: 1,
        method: "input.respond",
        params: { interrupt_id: signedId(given), response: given.answer },
      }),
  ],
  [
    "runs of LangGraph's protocol",
    (post, given) =>
      post(`/langgraph/threads/${given.thread}/runs/stream`, {
        command: { resume: { [signedId(given)]: given.answer } },
      }),
  ],
];
