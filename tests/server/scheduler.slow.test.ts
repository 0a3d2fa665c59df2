import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DevServer, serverBuilds } from "./dev-server.ts";

const Asked = z
  .record(z.string(), z.unknown())
  .transform((values) => values["__interrupt__"])
  .pipe(z.tuple([z.looseObject({ value: z.looseObject({ question: z.string() }) })]));
const Answered = z.looseObject({ messages: z.array(z.looseObject({ content: z.string() })) });

describe("the scheduler on LangGraph's development server", () => {
  test.each(serverBuilds)(
    "answers the SDK's client on the %s build: thread, run, interrupt, state, resume and history",
    async (build) => {
      await using server = await DevServer.start(
        "scheduler",
        (folder) => ({
          SCHEDULER_DB: path.join(folder, "family.db"),
          SCHEDULER_NOW: "2026-11-21T09:00:00Z",
        }),
        build,
      );
      const { threads, runs } = server.client;
      const { thread_id: thread } = await threads.create();
      const input = { messages: [{ role: "user", content: "Violin for Noah on Monday at 5pm" }] };

      const [asked] = Asked.parse(await runs.wait(thread, "scheduler", { input }));
      expect(asked.value.question).toContain('Add "Violin"');
      expect((await threads.getState(thread)).next).toHaveLength(1);

      const { messages } = Answered.parse(await runs.wait(thread, "scheduler", { command: { resume: "yes" } }));
      expect(messages.at(-1)?.content).toMatch(/^Done: "Violin"/);
      expect((await threads.getState(thread)).next).toEqual([]);
      expect((await threads.getHistory(thread, { limit: 5 })).length).toBe(5);
    },
  );
});
