/** The page, as this view uses it. */
export interface PageView {
  data(query?: Readonly<Record<string, string>>): Promise<unknown>;
  onChange(listener: () => void): () => void;
  questions(): readonly Question[];
  say(text: string): void;
  answer(interruptId: string, answer: unknown): void;
  running(): boolean;
}

/** An open question with its buttons. */
export interface Question {
  readonly interruptId: string;
  readonly text: string;
  readonly notes: readonly string[];
  readonly choices: readonly {
    readonly label: string;
    readonly notes: readonly string[];
    readonly answer: unknown;
    readonly role: "recommended" | "plain" | "refusal";
  }[];
}
