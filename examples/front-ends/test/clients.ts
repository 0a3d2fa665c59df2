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
