/** Parameters of LangChain's start callbacks: model, messages, run, parent, parameters, tags, metadata. */
export type StartParameters = readonly [
  model: unknown,
  messages: unknown,
  runId: string,
  parent?: unknown,
  parameters?: unknown,
  tags?: unknown,
  metadata?: unknown,
  name?: unknown,
];
