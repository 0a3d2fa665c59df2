/** A reason to stop, as one sentence for the person who typed the command. */
export class Failure extends Error {
  override readonly name = "Failure";
}

const SENTENCES = new Map<string, (place: string) => string>([
  ["ENOSPC", () => "The disk is full."],
  ["EDQUOT", () => "The disk quota is used up."],
  ["EACCES", (place) => `You may not write to ${place}.`],
  ["EPERM", (place) => `You may not write to ${place}.`],
  ["EROFS", (place) => `${place} is on a read-only disk.`],
  ["ENOTDIR", (place) => `A part of ${place} is a file, not a folder.`],
  ["ENAMETOOLONG", () => "The name of the folder is too long."],
]);

/** A failure of the file system as a sentence; everything else as it is. */
export function readableFailure(error: unknown, place: string): unknown {
  const code = codeOf(error);
  // Node's own errors have codes such as ERR_INVALID_ARG_TYPE.
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  const sentence = SENTENCES.get(code)?.(place) ?? `The files cannot be written to ${place} (${code}).`;
  return new Failure(sentence, { cause: error });
}

/** Code of a failure of the system, such as `ENOSPC`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
