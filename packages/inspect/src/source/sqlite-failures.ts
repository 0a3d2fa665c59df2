import { inspectErrors } from "../errors.ts";

/** Runs what reads a SQLite file. Its failures become errors of this package, each in one sentence. */
export function withReadableFailures<Result>(database: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw readableFailure(database, error);
  }
}

/** An error of SQLite as an error of this package. Other errors stay as they are. */
export function readableFailure(database: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = Reflect.get(error, "code") === "ERR_SQLITE_ERROR" ? Number(Reflect.get(error, "errcode")) % 256 : null;
  const problem = error.message;
  if (code === 5 || code === 6) return inspectErrors.locked({ database }, { cause: error });
  if (code === 11 || problem.includes("malformed"))
    return inspectErrors.damaged({ database, problem }, { cause: error });
  if (code === 26)
    return inspectErrors.notReadable({ database, problem: "it is not a SQLite database" }, { cause: error });
  return code === null ? error : inspectErrors.notReadable({ database, problem }, { cause: error });
}
