import { type StormPlace, stormTurns } from "./storm-turns.ts";

/** Work of a sender. */
export interface SenderOrders extends StormPlace {
  readonly threads: readonly string[];
  /** Turns of each thread. */
  readonly turns: number;
}

/** What was accepted for a thread, in order, and the id of its last turn. */
export interface AcceptedThread {
  readonly threadId: string;
  readonly texts: readonly string[];
  readonly last: string;
}

/** Sends the turns of some threads and reports what was accepted. Started by `storm.ts`. */
export async function run({ threads, turns: count, ...place }: SenderOrders): Promise<void> {
  const { turns, end } = stormTurns(place);
  const accepted = await Promise.all(threads.map((threadId) => sendThread(turns, threadId, count)));
  await end();
  process.send?.(accepted, () => process.disconnect());
}

type StormTurns = ReturnType<typeof stormTurns>["turns"];

/** Sends the turns of one thread without waiting for results, but answers the questions. */
async function sendThread(turns: StormTurns, threadId: string, count: number): Promise<AcceptedThread> {
  const texts: string[] = [];
  let last = "";
  for (let index = 0; index < count; index += 1) {
    const asks = index % 10 === 9;
    const text = `${threadId} turn ${index}${index % 3 === 0 ? " pass on" : ""}${asks ? "?" : ""}`;
    last = `${threadId}/${index}`;
    const send = () => turns.send(threadId, { log_text: text }, { idempotencyKey: last, userId: threadId });
    await untilAnswered(send);
    // A client that got no answer sends its request again.
    if (index % 20 === 5) await untilAnswered(send);
    texts.push(text);
    if (!asks) continue;
    const asked = await untilAnswered(() => turns.result(last));
    const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
    if (question === undefined) continue;
    last = `${threadId}/${index}/answer`;
    await untilAnswered(() => turns.answer(threadId, question.id, "yes", { idempotencyKey: last, userId: threadId }));
  }
  return { threadId, texts, last };
}

/** Calls again until the database answers. */
export async function untilAnswered<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
