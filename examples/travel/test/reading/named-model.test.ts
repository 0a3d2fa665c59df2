import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openServices } from "../../src/services.ts";
import { itineraryOf, stateOf, TestApp } from "../test-app.ts";
import { chatServer } from "./chat-server.ts";
import { danish, lisbon } from "./lisbon.ts";

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
    expect(server.requests).toEqual([{ model: "gpt-5-mini", authorization: `Bearer ${key}` }]);
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
  ])("is replaced by the rules after status %i, and its key is not stored", async (status, requests) => {
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
    async (model) => {
      const error = await new TestApp({ model }).conversation().send("Rome from Oslo").catch(String);
      expect(error).toContain("The model cannot be used");
      expect(error).not.toContain(key);
    },
  );

  test("is optional", () => {
    vi.stubEnv("TIDEMARK_MODEL", " ");
    const database = new DatabaseSync(":memory:");
    const names = [null, " ", " ollama:llama3:8b "].map((model) => openServices(database, { model }).model);
    expect(names).toEqual([null, null, "ollama:llama3:8b"]);
  });
});
