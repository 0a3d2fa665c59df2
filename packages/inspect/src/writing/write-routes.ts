import type { Hono } from "hono";
import { type ComparedSide, compareThreads } from "../comparison/compare-threads.ts";
import { failureAnswer } from "./failure-answer.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { RecordedAnswer } from "../running/cassette.ts";
import { evaluationCases } from "../running/evaluation-cases.ts";
import type { ThreadActions } from "./thread-actions.ts";
import { BODIES, LARGEST_BODY, type WriteAction } from "./write-body.ts";

const isAction = (name: string): name is WriteAction => Object.hasOwn(BODIES, name);

/** Answers to questions about two threads, and about runs. */
export const writingQuestions: Readonly<
  Record<string, (reader: ThreadReader, query: URLSearchParams, actions: ThreadActions | null) => Promise<unknown>>
> = {
  writing: (_reader, _query, actions) => Promise.resolve({ canWrite: actions !== null, ...actions?.about }),
  compare: (reader, query) => compareThreads(reader, query.get("thread") ?? "", query.get("other") ?? ""),
  replay: (_reader, query, actions) => {
    const replay = actions?.replay(query.get("thread") ?? "", Number(query.get("turn") ?? 0)) ?? null;
    return Promise.resolve({ replay });
  },
  run: async (_reader, query, actions) => {
    const version = Number(query.get("version") ?? 0);
    return { run: (await actions?.run(query.get("thread") ?? "", version)) ?? null };
  },
  evaluation: async (reader, query, actions) => {
    const [thread, other] = [query.get("thread") ?? "", query.get("other") ?? ""];
    const compared = await compareThreads(reader, thread, other);
    const recorded = actions?.answersOf(thread) ?? [];
    const parted = compared.common?.at ?? "";
    const endOf = async (side: ComparedSide, answers: readonly RecordedAnswer[]) => ({
      side,
      state: await reader.state(side.threadId, { whole: true }),
      isWaiting: (await reader.steps(side.threadId)).interrupts.length > 0,
      answers,
    });
    const left = await endOf(compared.left, recorded);
    // A fork begins with what its thread had answered before.
    const before = recorded.filter(({ at }) => at !== null && at <= parted);
    const right = await endOf(compared.right, [...before, ...(actions?.answersOf(other) ?? [])]);
    return { cases: evaluationCases(compared, [left, right], (field, value) => reader.redact(field, value)) };
  },
};

/** Adds the routes that write. Every one needs a body of JSON, which no form of another site can send. */
export function addWriteRoutes(
  app: Hono,
  actions: ThreadActions,
  { tokenRefusal }: { readonly tokenRefusal: (request: Request) => { status: 401; reason: string } | null },
): void {
  app.post("/api/:action", async (context) => {
    const { raw: request } = context.req;
    const refuse = (status: 400 | 401 | 404 | 409 | 413 | 415, code: string, message: string) =>
      context.json({ error: { code, message } }, status);
    const refusal = tokenRefusal(request);
    if (refusal !== null) return refuse(refusal.status, "inspect/refused", refusal.reason);
    const name = context.req.param("action");
    if (!isAction(name)) return refuse(404, "inspect/unknownQuestion", `There is no action "${name}".`);
    const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
    if (type.trim().toLowerCase() !== "application/json")
      return refuse(415, "inspect/refused", "The request is not JSON.");
    if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY * 4)
      return refuse(413, "inspect/refused", "The request is too large.");
    try {
      const result = await actions.write(name, request, await context.req.text());
      return context.json(result, result.run === null ? 200 : 202);
    } catch (error) {
      return context.json(...failureAnswer(error, 409));
    }
  });
}
