/** Something that was asked for, and may not be there yet. */
export interface Loaded<Value> {
  readonly value: Value | null;
  readonly problem: string | null;
  readonly isLoading: boolean;
}

/** Nothing was asked for yet. */
export const NOTHING = { value: null, problem: null, isLoading: false } as const;
