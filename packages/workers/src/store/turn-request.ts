/** Work of a turn: sends a message, answers a question, or continues an unfinished turn. */
export type TurnCall =
  | {
      readonly kind: "send";
      readonly input: unknown;
      /** True if an agent of the turn before may have read the text. */
      readonly steers?: true;
    }
  | {
      readonly kind: "answer";
      readonly interruptId: string;
      readonly value: unknown;
      /** True for an answer of the workers themselves: it continues a timer. */
      readonly settles?: true;
    }
  | { readonly kind: "continue" };

/** A turn as it is stored before it runs. */
export interface TurnRequest {
  /** Id of the turn, unique among the turns of one name. */
  readonly turnId: string;
  /** Thread that the turn belongs to. */
  readonly threadId: string;
  /** User whose turn it is. Null for none. */
  readonly userId: string | null;
  /** Work of the turn. */
  readonly call: TurnCall;
  /** Context of the run, for `runtime.context`. Null for none. */
  readonly context: unknown;
}
