import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DevServer, serverBuilds } from "./dev-server.ts";

const Values = z.looseObject({
  execution_final_answer: z.string().nullable(),
  travel_bookings: z.array(z.looseObject({ reference: z.string() })),
});
const Asked = z
  .record(z.string(), z.unknown())
  .transform((values) => values["__interrupt__"])
  .pipe(z.tuple([z.looseObject({ value: z.looseObject({ type: z.literal("approval"), question: z.string() }) })]));

describe("the travel planner on LangGraph's development server", () => {
  test.each(serverBuilds)(
    "answers the SDK's client on the %s build: thread, run, interrupt, state, resume and history",
    async (build) => {
      await using server = await DevServer.start(
        "travel",
        (folder) => ({ TRAVEL_DB: path.join(folder, "travel.db") }),
        build,
      );
      const { assistants, threads, runs } = server.client;
      const [assistant] = await assistants.search({ graphId: "travel" });
      const schemas = await assistants.getSchemas(assistant?.assistant_id ?? "");
      expect(fieldsOf(schemas.input_schema)).toEqual(["messages"]);
      expect(fieldsOf(schemas.output_schema)).toEqual([
        "execution_final_answer",
        "execution_pending_approvals",
        "messages",
        "travel_alternatives",
        "travel_bookings",
        "travel_itinerary",
      ]);
      expect(fieldsOf(schemas.state_schema).length).toBeGreaterThan(40);
      const { thread_id: thread } = await threads.create();
      const say = (content: string) =>
        runs.wait(thread, "travel", { input: { messages: [{ role: "user", content }] } });

      const planned = Values.parse(await say("Lisbon from Copenhagen, 7 to 10 May, mid budget"));
      expect(planned.execution_final_answer).toMatch(/^Lisbon, /);

      const [asked] = Asked.parse(await say("book it"));
      expect(asked.value.question).toMatch(/\nBook Lisbon for \d+ €\? [(]yes \/ no[)]$/u);
      const waiting = await threads.getState(thread);
      expect(waiting.next).toEqual(["approval"]);

      const booked = Values.parse(await runs.wait(thread, "travel", { command: { resume: "yes" } }));
      expect(booked.execution_final_answer).toBe(
        `Booked as ${booked.travel_bookings[0]?.reference ?? ""}: Lisbon, ${total(waiting.values)} €.`,
      );
      expect((await threads.getState(thread)).next).toEqual([]);
      expect((await threads.getHistory(thread, { limit: 5 })).length).toBe(5);
    },
  );
});

const total = (values: unknown): number =>
  z.looseObject({ travel_itinerary: z.looseObject({ total: z.number() }) }).parse(values).travel_itinerary.total;

const fieldsOf = (schema: unknown): readonly string[] =>
  Object.keys(z.looseObject({ properties: z.record(z.string(), z.unknown()) }).parse(schema).properties).toSorted();
