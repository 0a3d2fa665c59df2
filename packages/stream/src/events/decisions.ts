/** Decision on a request: its word, and for an edited call the arguments that it runs with. */
export interface Decided {
  readonly decision: string;
  readonly arguments?: unknown;
}

/** Decisions that a run was started with, by the id of the request. */
export type Decisions = Readonly<Record<string, Decided>>;
