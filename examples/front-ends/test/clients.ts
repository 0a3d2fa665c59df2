/** Page of a client. */
export interface Client {
  readonly name: string;
  readonly page: string;
}

/** Clients whose pages are tested in a browser. */
export const clients: readonly Client[] = [
  { name: "useChat", page: "use-chat.html" },
  { name: "useStream", page: "use-stream.html" },
  { name: "HttpAgent 1.0", page: "ag-ui.html?client=1.0" },
  { name: "HttpAgent 0.0.59", page: "ag-ui.html?client=0.0.59" },
  { name: "CopilotKit v2", page: "copilot-kit.html" },
  { name: "assistant-ui, AI SDK", page: "assistant-ui-ai-sdk.html" },
  { name: "assistant-ui, AG-UI", page: "assistant-ui-ag-ui.html" },
];

/** Titles of the tests, by ability. Every client has the first nine. */
export const abilities: Readonly<Record<string, string>> = {
  Stream: "streams a turn, with its text and its state",
  "Tool, approve": "shows a tool call with its reasoning, and performs it once when it is approved",
  "Approve with changes": "approves with changes",
  Reject: "rejects",
  Answer: "answers a question",
  Reload: "goes on with a turn when the page is reloaded in the middle of it",
  Stop: "stops a turn for everybody, and takes the next message",
  "Two tabs": "shows a turn in two tabs, and an answer of one in the other",
  Error: "shows that an agent has failed, without the words of the error",
  Branch: "starts a branch at an earlier message",
};

/** Reasons for which a client cannot start a branch, each shown by a test of the wire. */
const cannotBranch: Readonly<Record<string, string>> = {
  useChat: "¹",
  "HttpAgent 1.0": "²",
  "HttpAgent 0.0.59": "²",
  "CopilotKit v2": "²",
  "assistant-ui, AI SDK": "¹",
  "assistant-ui, AG-UI": "²",
};

/** Table of the clients and their abilities, as the guide shows it. */
export function abilityTable(): readonly (readonly string[])[] {
  const rows = Object.keys(abilities).map((ability) => [
    ability,
    ...clients.map(({ name }) => (ability === "Branch" ? (cannotBranch[name] ?? "yes") : "yes")),
  ]);
  return [["", ...clients.map(({ name }) => name)], ...rows];
}
