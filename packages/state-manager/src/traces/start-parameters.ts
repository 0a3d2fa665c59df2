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

/** Parameters of LangChain's `handleLLMNewToken`: token, place, run, parent, tags, and the chunk. */
export type TokenParameters = readonly [
  token: unknown,
  index: unknown,
  runId: string,
  parent?: unknown,
  tags?: unknown,
  fields?: unknown,
];
