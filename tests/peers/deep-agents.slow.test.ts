import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { CompositeBackend, StateBackend, StoreBackend } from "deepagents";
import { InMemoryStore } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import {
  asks,
  call,
  contents,
  edits,
  notes,
  openTeam,
  runStock,
  stockFields,
  stockReducers,
  writes,
} from "./deep-agents.ts";

const two = { "/a.md": "two", "/b.md": "bee" };

describe("parallel subagents", () => {
  const inherited = {
    root: [asks("ann", "ben"), "Done."],
    subagents: { ann: [notes("title", "Fjords"), "Named."], ben: ["Read."] },
  };

  test("alone, a field that a subagent only inherits fails the run", async () => {
    await expect(runStock(inherited, stockFields)).rejects.toThrow("LastValue can only receive one value per step");
  });

  test("a field that a subagent only inherits is not written", async () => {
    const { session } = openTeam(inherited);
    expect((await session.send("Write it.")).outcome).toBe("done");
    expect((await session.state())?.title).toBe("Fjords");
  });

  const otherFile = {
    root: [writes("/a.md", "one"), asks("ann", "ben"), "Done."],
    subagents: { ann: [edits("/a.md", "one", "two"), "Edited."], ben: [writes("/b.md", "bee"), "Written."] },
  };

  test("alone, a subagent that writes one file takes back what another one wrote to another file", async () => {
    expect(contents((await runStock(otherFile))["files"])).toEqual({ "/a.md": "one", "/b.md": "bee" });
  });

  test("writes to different files are merged by file", async () => {
    const { session } = openTeam(otherFile);
    await session.send("Write it.");
    expect(contents((await session.state())?.files)).toEqual(two);
  });

  const sameFile = {
    root: [writes("/a.md", "one"), asks("ann", "ben"), "Done."],
    subagents: { ann: [edits("/a.md", "one", "two"), "Edited."], ben: [edits("/a.md", "one", "three"), "Edited."] },
  };

  test("alone, the second of two edits of one file replaces the first one without an error", async () => {
    expect(contents((await runStock(sameFile))["files"])).toEqual({ "/a.md": "three" });
  });

  test("the second of two edits of one file stays a proposal, and the model of the main agent reads why", async () => {
    const { session } = openTeam(sameFile);
    await session.send("Write it.");
    const state = await session.state();
    expect(contents(state?.files)).toEqual({ "/a.md": "two" });
    expect(state?.control_proposals.map(({ proposedBy }) => proposedBy)).toEqual(["ben"]);
    const results = state?.messages.filter((each) => ToolMessage.isInstance(each)).map(({ text }) => text) ?? [];
    expect(results.at(-2)).toBe("Edited.");
    expect(results.at(-1)).toContain(`Not written: "/a.md" in "files". Somebody else has changed it meanwhile.`);
  });

  test("a person decides which of two edits stays, also in a later turn", async () => {
    const { session } = openTeam({ ...sameFile, root: [...sameFile.root, "Hello."] });
    await session.send("Write it.");
    await session.send("Hello");
    const [open] = (await session.state())?.control_proposals ?? [];
    const decided = await session.decide({ [`${open?.proposalId}/files`]: true }, { userId: "kim" });
    expect(decided.outcome).toBe("answered");
    expect(contents((await session.state())?.files)).toEqual({ "/a.md": "three" });
    expect((await session.state())?.control_proposals).toEqual([]);
  });

  test("a policy refuses the second edit instead, and the audit log names who wanted it", async () => {
    const { session } = openTeam(sameFile, { policies: { files: "reject" } });
    await session.send("Write it.");
    const state = await session.state();
    expect(state?.control_proposals).toEqual([]);
    const commits = state?.runtime_audit_log.flatMap((each) => ("refused" in each ? [each] : [])) ?? [];
    expect(commits.map(({ proposedBy, refused }) => [proposedBy, Object.keys(refused)])).toEqual([
      ["ann", []],
      ["ben", ["files"]],
    ]);
  });

  test("a file that the main agent writes beside a subagent is not overwritten by it", async () => {
    const { session } = openTeam({
      root: [
        writes("/a.md", "one"),
        { toolCalls: [...asks("ann").toolCalls, ...edits("/a.md", "one", "mine").toolCalls] },
        "Done.",
      ],
      subagents: { ann: [edits("/a.md", "one", "hers"), "Edited."] },
    });
    await session.send("Write it.");
    expect(contents((await session.state())?.files)).toEqual({ "/a.md": "mine" });
    expect((await session.state())?.control_proposals.length).toBe(1);
  });
});

describe("a key of a field without an owner that several agents create", () => {
  const ann = [notes("prices", { tea: 1 }), "Noted."];
  const { toolCalls } = asks("ann");

  const both = {
    root: [asks("ann", "ben"), "Done."],
    subagents: { ann, ben: [notes("prices", { tea: 2, ham: 3 }), "Noted."] },
  };

  test("alone, has the value of the last subagent, without an error", async () => {
    expect((await runStock(both, stockReducers))["prices"]).toEqual({ tea: 2, ham: 3 });
  });

  test("keeps the value of the first subagent, and proposes that of the second", async () => {
    const { session } = openTeam(both);
    await session.send("Write it.");
    const state = await session.state();
    expect(state?.prices).toEqual({ tea: 1, ham: 3 });
    expect(state?.control_proposals.map(({ proposalId }) => proposalId)).toEqual(["ben:task_ben/prices/tea"]);
  });

  test("keeps the value of the main agent, whose writes raise no version of the field", async () => {
    const { session } = openTeam({
      root: [{ toolCalls: [...toolCalls, ...notes("prices", { tea: 3 }).toolCalls] }, "Done."],
      subagents: { ann },
    });
    await session.send("Write it.");
    const state = await session.state();
    expect(state?.prices).toEqual({ tea: 3 });
    const [proposal] = state?.control_proposals ?? [];
    expect(proposal?.proposalId).toBe("ann:task_ann/prices/tea");
    await session.decide({ [`${proposal?.proposalId}/prices`]: true }, { userId: "kim" });
    expect((await session.state())?.prices).toEqual({ tea: 1 });
  });
});

describe("what a subagent writes", () => {
  const deletes = {
    root: [writes("/a.md", "one"), asks("ann"), "Done."],
    subagents: { ann: [call("delete", { file_path: "/a.md" }), "Deleted."] },
  };

  test("alone, a file that a subagent deletes is still there", async () => {
    expect(contents((await runStock(deletes))["files"])).toEqual({ "/a.md": "one" });
  });

  test("a file that a subagent deletes is gone", async () => {
    const { session } = openTeam(deletes);
    await session.send("Write it.");
    expect((await session.state())?.files).toEqual({});
  });

  const lists = {
    root: [notes("notes", ["first"]), asks("ann", "ben"), "Done."],
    subagents: { ann: [notes("notes", ["hers"]), "Noted."], ben: [notes("notes", ["his"]), "Noted."] },
  };

  test("alone, a list with a reducer receives again what the subagents had got", async () => {
    const list = (await runStock(lists, stockReducers))["notes"];
    expect(list).toEqual(["first", "first", "hers", "first", "his"]);
  });

  test("a list with a reducer receives what the subagents added, once and in the order of the calls", async () => {
    const { session } = openTeam(lists);
    await session.send("Write it.");
    expect((await session.state())?.notes).toEqual(["first", "hers", "his"]);
  });

  test("a subagent that owns a field writes it, and another one is refused", async () => {
    const { session } = openTeam({
      root: [asks("finance"), asks("ann"), "Done."],
      subagents: { finance: [notes("budget", 80), "Set."], ann: [notes("budget", 1), "Set."] },
    });
    await session.send("Write it.");
    const state = await session.state();
    expect(state?.budget).toBe(80);
    expect(state?.messages.findLast((each) => ToolMessage.isInstance(each))?.text).toContain("owned by finance");
  });

  test("a forked subagent reads the conversation, and its changes come back in its name", async () => {
    const { session, models } = openTeam({
      root: [writes("/a.md", "one"), asks("ann"), "Done."],
      subagents: { ann: [edits("/a.md", "one", "two"), "Edited."] },
      fork: ["ann"],
    });
    await session.send("Write it.");
    const state = await session.state();
    expect(contents(state?.files)).toEqual({ "/a.md": "two" });
    expect(state?.runtime_turn_id).toBe("turn_1");
    expect(state?.runtime_audit_log.map((each) => ("proposedBy" in each ? each.proposedBy : null))).toEqual(["ann"]);
    const prompt = models.get("ann")?.got[0]?.messages ?? [];
    expect(prompt.some((each) => HumanMessage.isInstance(each) && each.text === "Write it.")).toBe(true);
  });

  test("a subagent that cannot see the fields changes none of them", async () => {
    const { session } = openTeam({
      root: [notes("title", "Fjords"), asks("general-purpose"), "Read.", "Done."],
    });
    await session.send("Write it.");
    expect((await session.state())?.title).toBe("Fjords");
  });
});

describe("a tool of the main agent", () => {
  test("alone, it stores a value that no schema allows", async () => {
    const long = "A title that is much longer than twenty characters";
    expect((await runStock({ root: [notes("title", long), "Done."] }, stockFields))["title"]).toBe(long);
  });

  test("writes no invalid value and no field of another owner, and its model reads why", async () => {
    const { session } = openTeam({
      root: [notes("title", "A title that is much longer than twenty characters"), notes("budget", 5), "Done."],
    });
    await session.send("Write it.");
    const state = await session.state();
    expect([state?.title, state?.budget]).toEqual(["", 100]);
    const results = state?.messages.filter((each) => ToolMessage.isInstance(each)).map(({ text }) => text) ?? [];
    expect(results[0]).toContain("Nothing was written.");
    expect(results[1]).toContain(`"budget" is owned by "finance"`);
  });

  test("writes to one field in one answer land in the order of the calls", async () => {
    const program = {
      root: [{ toolCalls: [...notes("title", "One").toolCalls, ...notes("title", "Two").toolCalls] }, "Done."],
    };
    await expect(runStock(program, stockFields)).rejects.toThrow("LastValue can only receive one value per step");
    const { session } = openTeam(program);
    await session.send("Write it.");
    expect((await session.state())?.title).toBe("Two");
  });
});

test("fields of a turn are reset, and those of a thread stay", async () => {
  const { session } = openTeam({ root: [notes("notes", ["first"]), notes("title", "Fjords"), "Done.", "Hello."] });
  await session.send("Write it.");
  await session.send("Hello");
  const state = await session.state();
  expect([state?.notes, state?.title, state?.runtime_turn_id]).toEqual([[], "Fjords", "turn_2"]);
});

test("files of another backend stay there, and those of the state are in the state", async () => {
  const store = new InMemoryStore();
  const { session } = openTeam({
    root: [writes("/memories/kim.md", "likes fjords"), writes("/a.md", "one"), "Done."],
    more: {
      store,
      backend: new CompositeBackend(new StateBackend(), { "/memories/": new StoreBackend({ namespace: ["kim"] }) }),
    },
  });
  await session.send("Write it.");
  expect(contents((await session.state())?.files)).toEqual({ "/a.md": "one" });
  expect((await store.search(["kim"])).map(({ key }) => key)).toEqual(["/kim.md"]);
});
