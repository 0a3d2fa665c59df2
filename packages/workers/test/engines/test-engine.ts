import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CasePlace, doneIn, pause } from "../../src/testing/case-desk.graph.ts";
import { engineCases } from "../../src/testing/index.ts";
import { type EngineName, type EngineServices, openEngine, startServices } from "./engine-services.ts";

const file = path.join(import.meta.dirname, "engine-worker.ts");

/** Registers the cases of an engine, and the control without leases. */
export function testEngine(engine: EngineName): void {
  describe(`the engine ${engine}`, () => {
    let running: Awaited<ReturnType<typeof startServices>>;
    beforeAll(async () => {
      running = await startServices(engine);
    });
    afterAll(() => running.stop());
    const cases = engineCases({
      open: (place) => openEngine(running.services, place),
      worker: { file, args: () => [JSON.stringify(running.services)] },
      limitSeconds: 300,
    });
    test.each(cases)("$title", ({ run }) => run());

    test("without leases in the database, a worker that wakes up too late destroys what was stored", async () => {
      expect(await thawedTooLate({ ...running.services, isUnfenced: true })).not.toEqual(["held sea", "hills", "end"]);
    });
  });
}

/** Freezes a worker in its turn, lets another one run it and the next one, and thaws the first. Returns the log. */
async function thawedTooLate(services: EngineServices): Promise<readonly string[]> {
  const place = new CasePlace({
    open: (name) => openEngine(services, name),
    worker: { file, args: () => [JSON.stringify(services)] },
    place: "unfenced",
    takeOverSeconds: 1,
  });
  try {
    const { turns, start } = await place.desk();
    // It does not look whether others have its turns.
    const frozen = await place.otherWorker(1, { takeOverSeconds: 600 });
    await turns.send("ann", { log_text: "held sea" }, { idempotencyKey: "1" });
    await turns.send("ann", { log_text: "hills" }, { idempotencyKey: "2" });
    await frozen.works("held sea");
    // Its first events are stored by now.
    await pause(200);
    await frozen.freeze();
    await start(1);
    await turns.result("2");
    frozen.thaw();
    frozen.go();
    await pause(2_000);
    await turns.send("ann", { log_text: "end" }, { idempotencyKey: "3" });
    return doneIn(await turns.result("3"));
  } finally {
    await place.close();
  }
}
