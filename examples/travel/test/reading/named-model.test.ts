import { modelName, terminalErrors } from "@tidemark/terminal";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { itineraryOf, stateOf, TestApp } from "../test-app.ts";
import { chatServer } from "./chat-server.ts";
import { danish, lisbon } from "./answers.ts";

const key = "key-of-the-test-1234";

beforeEach(() => {
  for (const name of ["OPENAI_BASE_URL", "TIDEMARK_MODEL", "TIDEMARK_MODEL_BASE_URL"]) vi.stubEnv(name, undefined);
  vi.stubEnv("OPENAI_API_KEY", key);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a model by its name", () => {
  test("reads each message once, with the key and at the address of the environment", async () => {
    await using server = await chatServer(lisbon);
    vi.stubEnv("TIDEMARK_MODEL_BASE_URL", server.address);
    const app = new TestApp({ model: "openai:gpt-5-mini" });
    expect(itineraryOf(await app.conversation().send(danish))).toMatchObject({ origin: "CPH", destination: "LIS" });
    expect(server.requests).toEqual([
      { model: "gpt-5-mini", authorization: `Bearer ${key}`, last: danish, isStrict: false },
    ]);
  });

  test("is asked again about what does not pass the checks, which is then left out", async () => {
    const wrong = { ...lisbon, trip: { ...lisbon.trip, travelers: 2 } };
    await using server = await chatServer(wrong);
    vi.stubEnv("TIDEMARK_MODEL_BASE_URL", server.address);
    const reply = await new TestApp({ model: "openai:gpt-5-mini" }).conversation().send(danish);
    expect(server.requests.map(({ last }) => last)).toEqual([
      danish,
      expect.stringContaining("`trip.travelers` is another number than in its quote."),
    ]);
    expect(reply.itinerary).toBeNull();
    expect(reply.message).toContain("how many of you travel");
  });

  test("is not asked without one in the services, even if the environment names one", async () => {
    await using server = await chatServer(lisbon);
    vi.stubEnv("TIDEMARK_MODEL", "openai:gpt-5-mini");
    vi.stubEnv("TIDEMARK_MODEL_BASE_URL", server.address);
    const reply = await new TestApp().conversation().send("Rome from Oslo, 4 to 7 June");
    expect(itineraryOf(reply)).toMatchObject({ origin: "OSL", destination: "FCO" });
    expect(server.requests).toEqual([]);
  });

  test("keeps its answer out of the message stream", async () => {
    await using server = await chatServer(lisbon);
    vi.stubEnv("TIDEMARK_MODEL_BASE_URL", server.address);
    const { graph } = new TestApp({ model: "openai:gpt-5-mini" });
    const input = { messages: [{ role: "user", content: danish }] };
    const config = { configurable: { thread_id: "trip", user_id: "ann" }, streamMode: "messages" as const };
    const pieces: string[] = [];
    for await (const piece of await graph.stream(input, config)) pieces.push(JSON.stringify(piece));
    expect(server.requests).toHaveLength(1);
    expect(pieces.join("\n")).not.toContain("startDate");
  });

  test.each([
    [401, 1],
    [500, 2],
  ])("is replaced by the small reader after status %i, and its key is not stored", async (status, requests) => {
    await using server = await chatServer(status);
    vi.stubEnv("TIDEMARK_MODEL_BASE_URL", server.address);
    const conversation = new TestApp({ model: "openai:gpt-5-mini" }).conversation();
    const reply = await conversation.send("Rome from Oslo, 4 to 7 June");
    expect(itineraryOf(reply)).toMatchObject({ origin: "OSL", destination: "FCO" });
    expect(server.requests).toHaveLength(requests);
    const stored = JSON.stringify(await stateOf(conversation));
    expect(stored).toContain(`The model failed with status ${status}.`);
    expect(stored).not.toContain(key);
  });

  test.each(["gpt-5-mini", key, "openai:", ":gpt-5-mini", "openai: "])(
    "of another form is refused without repeating it: %s",
    (value) => {
      const error = thrownBy(() => modelName(value));
      expect(terminalErrors.invalidOption.is(error)).toBe(true);
      expect(String(error)).not.toContain(key);
    },
  );

  test("is optional", () => {
    expect([modelName(), modelName(" "), modelName(" ollama:llama3:8b ")]).toEqual([null, null, "ollama:llama3:8b"]);
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
