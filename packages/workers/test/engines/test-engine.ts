import path from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { engineCases } from "../../src/testing/index.ts";
import { type EngineName, openEngine, startServices } from "./engine-services.ts";

/** Registers the cases of an engine. */
export function testEngine(engine: EngineName): void {
  describe(`the engine ${engine}`, () => {
    let running: Awaited<ReturnType<typeof startServices>>;
    beforeAll(async () => {
      running = await startServices(engine);
    });
    afterAll(() => running.stop());
    const cases = engineCases({
      open: (place) => openEngine(running.services, place),
      worker: {
        file: path.join(import.meta.dirname, "engine-worker.ts"),
        args: () => [JSON.stringify(running.services)],
      },
      limitSeconds: 300,
    });
    test.each(cases)("$title", ({ run }) => run());
  });
}
