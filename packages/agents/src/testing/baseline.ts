import { z } from "zod";
import { messageOf } from "../failures/error-facts.ts";
import { randomIds } from "@tidemark/state-manager/internal";
import { agentErrors } from "../kernel/errors.ts";

/** Verdict on a case: `undecided` if only its judge failed. */
export const CaseVerdict = z.enum(["passed", "failed", "undecided"]);
export type CaseVerdict = z.infer<typeof CaseVerdict>;

const count = z.number().min(0);

/** A case of an earlier run. */
const KnownCase = z.strictObject({
  name: z.string().min(1),
  verdict: CaseVerdict,
  answer: z.string().nullable(),
  modelCalls: count,
  toolCalls: count,
  tokens: count,
  cost: count,
});
export type KnownCase = z.infer<typeof KnownCase>;

const Baseline = z.strictObject({
  format: z.literal("tidemark/evaluation"),
  version: z.literal(1),
  // A list, so that the name of a case is never a key.
  cases: z.array(KnownCase).refine((cases) => new Set(cases.map(({ name }) => name)).size === cases.length, {
    message: "two cases have one name",
  }),
});

/** Largest file that is read, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Reads the cases of the last run; null if there is no file yet.
 *
 * A file that is too large, is not JSON or has another shape throws `agents/invalidBaseline`.
 */
export async function readBaseline(file: string): Promise<readonly KnownCase[] | null> {
  const { readFile, stat } = await import("node:fs/promises");
  const invalid = (problem: string, cause?: unknown) => agentErrors.invalidBaseline({ file, problem }, { cause });
  try {
    const { size } = await stat(file);
    if (size > LARGEST) throw invalid(`it has ${size} bytes, more than ${LARGEST}`);
    const parsed = Baseline.safeParse(JSON.parse(await readFile(file, "utf8")));
    if (parsed.success) return parsed.data.cases;
    const [issue] = parsed.error.issues;
    throw invalid(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "it has another shape"}`);
  } catch (error) {
    if (agentErrors.invalidBaseline.is(error)) throw error;
    if (Reflect.get(Object(error), "code") === "ENOENT") return null;
    throw invalid(messageOf(error), error);
  }
}

/** Replaces the file at once: a reader finds the old one or the new one, also when the process is killed. */
export async function writeBaseline(file: string, cases: readonly KnownCase[]): Promise<void> {
  const { mkdir, open, rename, rm } = await import("node:fs/promises");
  const paths = await import("node:path");
  await mkdir(paths.dirname(file), { recursive: true });
  const temporary = `${file}.${randomIds.next()}.tmp`;
  try {
    const handle = await open(temporary, "wx");
    try {
      const baseline: z.infer<typeof Baseline> = { format: "tidemark/evaluation", version: 1, cases: [...cases] };
      await handle.writeFile(`${JSON.stringify(baseline, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Changes since the last run. Sums cover the cases that both runs have. */
export interface EvaluationDifference {
  /** Cases that passed in the last run and do not pass any more. */
  readonly newlyFailing: readonly string[];
  /** Cases that did not pass in the last run and pass now. */
  readonly newlyPassing: readonly string[];
  readonly changedAnswers: readonly {
    readonly name: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Cases that the last run did not have. */
  readonly added: readonly string[];
  /** Cases that only the last run had. */
  readonly removed: readonly string[];
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly cost: number;
}

/** Compares the cases of this run with those of the last one. */
export function differenceOf(before: readonly KnownCase[], after: readonly KnownCase[]): EvaluationDifference {
  const known = new Map(before.map((each) => [each.name, each]));
  const pairs = after.flatMap((now) => {
    const last = known.get(now.name);
    return last === undefined ? [] : [{ last, now }];
  });
  const names = new Set(after.map(({ name }) => name));
  const passes = ({ verdict }: KnownCase) => verdict === "passed";
  const change = (of: "cost" | "modelCalls" | "tokens" | "toolCalls") =>
    pairs.reduce((sum, { last, now }) => sum + now[of] - last[of], 0);
  return {
    newlyFailing: pairs.filter(({ last, now }) => passes(last) && !passes(now)).map(({ now }) => now.name),
    newlyPassing: pairs.filter(({ last, now }) => !passes(last) && passes(now)).map(({ now }) => now.name),
    changedAnswers: pairs
      .filter(({ last, now }) => last.answer !== now.answer)
      .map(({ last, now }) => ({ name: now.name, before: last.answer, after: now.answer })),
    added: after.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    modelCalls: change("modelCalls"),
    toolCalls: change("toolCalls"),
    tokens: change("tokens"),
    cost: change("cost"),
  };
}
