import { digest } from "../kernel/digest.ts";

/** Number of entries of one kind that an erasure has removed. */
export type ErasedCounts = Readonly<Record<ErasedKind, number>>;

/** Kinds of what an erasure removes. */
export type ErasedKind = (typeof KINDS)[number];

const KINDS = ["threads", "checkpoints", "sharedThreads", "userFields", "storeItems", "traceSpans"] as const;

/** Counts of an erasure that found nothing. */
export const noCounts = (): Record<ErasedKind, number> => ({
  threads: 0,
  checkpoints: 0,
  sharedThreads: 0,
  userFields: 0,
  storeItems: 0,
  traceSpans: 0,
});

/** Something of a person that stays, why, and until when; null for no end. */
export interface KeptData {
  readonly what: string;
  readonly why: string;
  readonly until: string | null;
}

/** What an erasure has removed and kept. It contains neither a value nor the id of the person. */
export interface ErasureReceipt {
  readonly format: 1;
  /** Name that stands for the person where others mention them in shared threads. */
  readonly person: string;
  /** When the erasure began, as ISO 8601. */
  readonly at: string;
  /** True if nothing was removed. */
  readonly dryRun: boolean;
  readonly erased: ErasedCounts;
  readonly kept: readonly KeptData[];
  /** SHA-256 over the rest of the receipt, as `digest` computes it. */
  readonly hash: string;
}

/** Completes a receipt with its hash. */
export const receiptOf = (receipt: Omit<ErasureReceipt, "format" | "hash">): ErasureReceipt => {
  const whole = { format: 1, ...receipt } as const;
  return Object.freeze({ ...whole, hash: digest(whole) });
};
