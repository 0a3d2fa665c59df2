import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { recordModel, replayModel, scriptedModel } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const search = tool(() => "found", { name: "search", description: "Looks.", schema: z.object({ for: z.string() }) });

/** One run: text, a tool call, an object and a failure. */
const run = async (model: ReturnType<typeof recordModel>) => {
  const words = await model.invoke("Weather?");
  const called = await model.bindTools?.([search]).invoke("A ferry?");
  const object = await model.withStructuredOutput(z.object({ city: z.string() })).invoke("Which city?");
  const failure = await model.invoke("Fail").catch((error: unknown) => String(error));
  return [words.text, called?.tool_calls?.map(({ name }) => name), object, failure];
};

const script = () =>
  scriptedModel([
    "It rains.",
    { toolCalls: [{ name: "search", args: { for: "ferries" } }] },
    { structured: { city: "Bergen" } },
    new Error("rate limit"),
  ]);

describe("a recorded run", () => {
  test("is repeated without the model, with the same result", async () => {
    const live = recordModel(script());
    const first = await run(live);
    expect(first).toEqual(["It rains.", ["search"], { city: "Bergen" }, "Error: rate limit"]);
    // As read from a file.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value was just written
    const recording = JSON.parse(JSON.stringify(live.recording())) as ReturnType<typeof live.recording>;
    expect(await run(replayModel(recording))).toEqual(first);
  });

  test("does not contain the input of the model", async () => {
    const live = recordModel(scriptedModel(["Noted."]));
    await live.invoke("My secret is 42");
    expect(JSON.stringify(live.recording())).not.toContain("secret");
  });

  test("returns the recorded answers of a repeated question in order", async () => {
    const live = recordModel(scriptedModel(["One.", "Two."]));
    await live.invoke("Count");
    await live.invoke("Count");
    const replayed = replayModel(live.recording());
    expect([(await replayed.invoke("Count")).text, (await replayed.invoke("Count")).text]).toEqual(["One.", "Two."]);
  });

  test("recognizes messages by their content, not by their ids", async () => {
    const live = recordModel(scriptedModel(["Hello."]));
    await live.invoke([new HumanMessage({ content: "Hi", id: "a" })]);
    expect((await replayModel(live.recording()).invoke([new HumanMessage({ content: "Hi", id: "b" })])).text).toBe(
      "Hello.",
    );
  });

  test("has no answer to an unknown question", async () => {
    await expect(
      replayModel({ format: "tidemark/recording", version: 1, calls: [] }).invoke("Hi"),
    ).rejects.toMatchObject({
      code: "agents/unknownCall",
    });
  });
});
