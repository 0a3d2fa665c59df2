import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import { describe, expect, test } from "vitest";
import { conversation, profileGraph } from "./profile.ts";

describe("a field with the lifetime user", () => {
  test("has the value of an earlier conversation of the same user, and not of another one", async () => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("name Ann");
    await conversation(graph, "one").send("likes trains");
    const second = await conversation(graph, "two").send("lives in Bergen");
    expect(second).toMatchObject({
      outcome: "done",
      state: { profile_name: "Ann", profile_facts: ["likes trains", "lives in Bergen"] },
    });
    const other = await conversation(graph, "three", { userId: "ben" }).send("");
    expect(other).toMatchObject({ state: { profile_name: "", profile_facts: [] } });
  });
});
