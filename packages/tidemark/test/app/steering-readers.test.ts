import { setTimeout as pause } from "node:timers/promises";
import { HumanMessage } from "@langchain/core/messages";
import { InMemoryStore } from "@langchain/langgraph";
import { defineState, field, memory, tidemark } from "tidemark";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conversation, gate, look, openDesk, said, slowGuard, steer } from "./open-desk.ts";

/** A store that returns what it has in another order, as those of databases do. */
class UnorderedStore extends InMemoryStore {
  override async search(...given: Parameters<InMemoryStore["search"]>) {
    const found = await super.search(...given);
    // The odd ones backward, then the even ones.
    const odd = found.filter((_, index) => index % 2 === 1).toReversed();
    return [...odd, ...found.filter((_, index) => index % 2 === 0)];
  }
}

const unordered = () => ({ ...memory(), store: new UnorderedStore() });

describe("messages to a running turn", () => {
  test("are read in the order of sending, whatever the order in which a store returns them", async () => {
    const { app, model, begun, goOn } = openDesk([look, "All read."], { storage: unordered() });
    const ann = app.session("ann");
    const running = ann.send("Look");
    await begun;
    const texts = Array.from({ length: 12 }, (_each, index) => `message ${index}`);
    const sent: Promise<unknown>[] = [];
    for (const text of texts) {
      // Some in one millisecond, some in another.
      if (sent.length % 5 === 4) await pause(2);
      sent.push((await steer(ann, text)).result);
    }
    goOn();
    await Promise.all([running, ...sent]);
    const expected = texts.map((text) => `human: ${text}`);
    expect(said(model, 1).slice(-12)).toEqual(expected);
    expect((await conversation(ann)).filter((each) => expected.includes(each))).toEqual(expected);
  });

  test("that no agent has read are the next turn, in the order of sending", async () => {
    const { checking, checked, slow } = slowGuard();
    const { app, model } = openDesk(["Porto it is.", "Lisbon then."], { storage: unordered(), guardrails: [slow] });
    const ann = app.session("ann");
    const running = ann.send("Book Porto");
    await checking.opened;
    const texts = ["No, Lisbon", "On Monday", "For two"];
    const sent: Promise<unknown>[] = [];
    for (const text of texts) sent.push((await steer(ann, text)).result);
    checked.open();
    await Promise.all([running, ...sent]);
    const expected = texts.map((text) => `human: ${text}`);
    expect(said(model, 1).slice(-3)).toEqual(expected);
    expect((await conversation(ann)).slice(2)).toEqual([...expected, "ai: Lisbon then."]);
    model.assertDone();
  });

  test("wait up to a number of characters, and one that is too long is not stored", async () => {
    const { app, model, begun, goOn } = openDesk([look, "Read."]);
    const ann = app.session("ann");
    const running = ann.send("Look");
    await begun;
    expect(await ann.send("x".repeat(1_048_576), { onBusy: "steer" })).toMatchObject({ outcome: "busy" });
    const { result } = await steer(ann, "x".repeat(999_990));
    expect(await ann.send("ten more characters", { onBusy: "steer" })).toMatchObject({ outcome: "busy" });
    const { result: short } = await steer(ann, "short");
    goOn();
    await Promise.all([running, result, short]);
    expect(said(model, 1).slice(-1)).toEqual(["human: short"]);
  });

  test("do not let an agent exceed its limit of calls, and are the next turn", async () => {
    const { app, model, begun, goOn } = openDesk([look, "Lisbon it is."], { limits: { maxModelCalls: 1 } });
    const ann = app.session("ann");
    const running = ann.send("Look for flights");
    await begun;
    const { result } = await steer(ann, "To Lisbon");
    goOn();
    const first = await running;
    expect(model.got).toHaveLength(1);
    expect(JSON.stringify(first)).not.toContain("Lisbon");
    expect(await result).toMatchObject({ outcome: "done", answer: "Lisbon it is." });
    expect((await conversation(ann)).filter((each) => each === "human: To Lisbon")).toHaveLength(1);
  });
});

describe("two agents side by side", () => {
  const Pair = defineState({
    version: 1,
    fields: {
      seas: field(z.string(), { default: "", owner: "north", lifetime: "turn" }),
      hills: field(z.string(), { default: "", owner: "south", lifetime: "turn" }),
    },
  });

  test("read each message once, in one of them", async () => {
    const pair = tidemark(Pair);
    const models = { north: scriptedModel([look, look, "North."]), south: scriptedModel([look, look, "South."]) };
    const gates = { north: [gate(), gate()], south: [gate(), gate()] };
    const begun = { north: [gate(), gate()], south: [gate(), gate()] };
    const agentOf = (name: "north" | "south") => {
      let calls = 0;
      return pair.agent({
        name,
        description: `Looks ${name}.`,
        model: models[name],
        tools: {
          look: {
            description: "Looks.",
            inputs: z.object({ where: z.string() }),
            run: async () => {
              const at = calls;
              calls += 1;
              begun[name][at]?.open();
              await gates[name][at]?.opened;
              return "Nothing yet.";
            },
          },
        },
      });
    };
    const app = pair.app({
      agents: [agentOf("north"), agentOf("south")],
      maxConcurrency: 2,
      planner: () =>
        Promise.resolve({
          steps: [
            { capability: "north", taskObjective: "Look north" },
            { capability: "south", taskObjective: "Look south" },
          ],
        }),
      responder: () => Promise.resolve("Both have looked."),
    });
    const ann = app.session("ann");
    const running = ann.send("Look around");
    await Promise.all([begun.north[0]?.opened, begun.south[0]?.opened]);
    const first = await steer(ann, "Look at the sea");
    // Both call their models while the message is waiting, one after the other.
    gates.north[0]?.open();
    await begun.north[1]?.opened;
    const second = await steer(ann, "And at the sky");
    gates.south[0]?.open();
    await begun.south[1]?.opened;
    gates.north[1]?.open();
    gates.south[1]?.open();
    expect(await running).toMatchObject({ outcome: "done" });
    expect(await first.result).toMatchObject({ outcome: "done", steered: true });
    expect(await second.result).toMatchObject({ outcome: "done", steered: true });
    const readBy = (text: string) =>
      Object.entries(models).flatMap(([name, { got }]) =>
        got.at(-1)?.messages.some((each) => HumanMessage.isInstance(each) && each.text === text) === true ? [name] : [],
      );
    expect(readBy("Look at the sea")).toEqual(["north"]);
    expect(readBy("And at the sky")).toEqual(["south"]);
    const words = await conversation(ann);
    for (const text of ["Look at the sea", "And at the sky"])
      expect(words.filter((each) => each === `human: ${text}`)).toHaveLength(1);
  });
});
