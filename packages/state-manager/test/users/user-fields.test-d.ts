// Types of user fields. The gate for types compiles this file; nothing runs it.
import { InMemoryStore } from "@langchain/langgraph";
import { defineState, field, fields } from "@tidemark/core-state";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { defineNode, forgetUser, openSession, turnEnd } from "../../src/langgraph.ts";
import { conversation, Profile, profileGraph } from "./profile.ts";

const graph = profileGraph({ store: new InMemoryStore() });
const session = conversation(graph, "one");
const turn = await session.send("Hi");

// A user field has the type of its schema, like any other field.
if (turn.outcome === "done") {
  expectTypeOf(turn.state.profile_facts).toEqualTypeOf<string[]>();
  expectTypeOf(turn.state.profile_name).toEqualTypeOf<string>();
  expectTypeOf(turn.refused?.[0]?.reason).toEqualTypeOf<string | undefined>();
}
expectTypeOf(forgetUser(new InMemoryStore(), "ann")).toEqualTypeOf<Promise<void>>();
expectTypeOf(turnEnd(Profile)).returns.resolves.toHaveProperty("profile_facts");

defineNode(Profile, {
  agent: "weather",
  // @ts-expect-error -- the field is owned by "planner"
  run: () => ({ profile_name: "Ann" }),
});

// @ts-expect-error -- there is no such lifetime
field({ description: "Name.", schema: z.string(), default: () => "", lifetime: "forever" });

// @ts-expect-error -- the fields are refused or kept for the thread, not ignored
field({ description: "Name.", schema: z.string(), default: () => "", lifetime: "user", withoutUser: "ignore" });

// @ts-expect-error -- an id is text
openSession({ graph, threadId: "one", userId: 7 });

const Named = defineState({
  version: 1,
  fields: fields("user", {
    name: field({
      description: "Name.",
      schema: z.string(),
      default: () => "",
      lifetime: "user",
      withoutUser: "thread",
    }),
  }),
});
expectTypeOf<keyof (typeof Named)["fields"]>().toEqualTypeOf<"user_name">();
