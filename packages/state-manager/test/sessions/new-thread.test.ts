import { stateManagerErrors } from "@tidemark/state-manager";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { expect, test } from "vitest";
import { lockNewThread } from "../../src/sessions/new-thread.ts";

test("the thread is locked while it is created and released afterwards, also after a failure", async () => {
  const locks = memoryLocks();
  const creating = lockNewThread(locks, "new", async (requireLease) => {
    await requireLease();
    expect((await locks.acquire("new", { onBusy: "refuse" })).outcome).toBe("busy");
    expect((await locks.acquire("other", { onBusy: "refuse" })).outcome).toBe("acquired");
    throw new Error("power cut");
  });
  await expect(creating).rejects.toThrow("power cut");
  expect((await locks.acquire("new", { onBusy: "refuse" })).outcome).toBe("acquired");
});

test("of two callers that create one thread, the second waits for the first", async () => {
  const locks = memoryLocks();
  const order: string[] = [];
  const creating = ["first", "second"].map((name) =>
    lockNewThread(locks, "new", async (requireLease) => {
      order.push(`${name} begins`);
      await requireLease();
      order.push(`${name} ends`);
    }),
  );
  await Promise.all(creating);
  expect(order).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("a lost lease is reported before the next write", async () => {
  const lease = {
    threadId: "new",
    token: 3,
    durable: true,
    signal: new AbortController().signal,
    holds: () => Promise.resolve(false),
    release: () => Promise.resolve(),
  };
  const locks = { acquire: () => Promise.resolve({ outcome: "acquired", lease } as const) };
  const refused: unknown = await lockNewThread(locks, "new", (requireLease) => requireLease()).catch(
    (error: unknown) => error,
  );
  expect(stateManagerErrors.fenced.is(refused) && refused.details).toEqual({ threadId: "new", token: 3 });
});
