import { workspaceRoot } from "./command.ts";

/** Result of a check: its problems, and one line about the data that it checked. */
export interface Finding {
  readonly problems: readonly string[];
  readonly fact: string;
}

/** A check of the workspace below `root`. */
export type Check = (root: string) => Finding | Promise<Finding>;

/** Runs a check as a program: prints its problems, and exits with 1 if there are any. */
export async function runCheck(check: Check): Promise<void> {
  const { problems, fact } = await check(workspaceRoot);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${fact}, ${problems.length} problem${problems.length === 1 ? "" : "s"}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
