import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DevServer, serverBuilds } from "./dev-server.ts";

const Answered = z.looseObject({ execution_final_answer: z.string() });

describe("the research assistant on LangGraph's development server", () => {
  test.each(serverBuilds)(
    "answers the SDK's client on the %s build over turns: thread, run, question, state and history",
    async (build) => {
      await using server = await DevServer.start(
        "research",
        (folder) => ({
          RESEARCH_DOCS: path.join(folder, "library"),
        }),
        build,
      );
      const { threads, runs } = server.client;
      const { thread_id: thread } = await threads.create();
      const say = async (content: string) =>
        Answered.parse(await runs.wait(thread, "research", { input: { messages: [{ role: "user", content }] } }));

      expect((await say("Tell me more")).execution_final_answer).toContain("What would you like to know about?");
      const { execution_final_answer: answer } = await say("the puffins, how are they counted");
      expect(answer).toContain("Puffins are counted by their burrows");
      // The text of a PDF is read there too.
      expect((await say("How long did the diesel generator run in 2025?")).execution_final_answer).toContain(
        "410 hours",
      );
      expect((await threads.getState(thread)).next).toEqual([]);
      expect((await threads.getHistory(thread, { limit: 5 })).length).toBe(5);
    },
  );
});
