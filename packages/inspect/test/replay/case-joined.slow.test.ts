// Cases of threads in which something came from elsewhere: a message that joined a turn, or a fork that was merged.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { evaluate, type EvaluationCase, type EvaluationParts } from "@tidemark/agents/testing";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { inspectCommands } from "../../src/internal.ts";
import { temporaryFolder } from "../sources.ts";
import { askDesk, deskGraph } from "./desk-app.ts";
import { replay } from "./replay-command.ts";
import { askSteered, guarded, steeredGraph } from "./steered-app.ts";

const newFile = (): string => path.join(temporaryFolder(), "threads.db");

/** Runs the command, and reads the file to which its output goes. */
async function caseOf(file: string) {
  const warned: string[] = [];
  const out = `${file}.cases.json`;
  await inspectCommands["case"]?.run([file, "ann"], {
    stop: Promise.resolve(),
    print: (text) => writeFileSync(out, text),
    warn: (text) => void warned.push(text),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- evaluate checks it
  return { warned, cases: JSON.parse(readFileSync(out, "utf8")) as EvaluationCase[] };
}

const steeredCase = ({ model }: EvaluationParts) => steeredGraph({ ...(model && { model }) });

const deskCase = ({ model }: EvaluationParts) => deskGraph({ ...(model && { model }) });

test("a case of a thread contains the message that joined its turn, and passes", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  await askSteered(saver);
  saver.close();
  const { cases, warned } = await caseOf(file);
  expect(warned).toEqual([]);
  expect(cases).toMatchObject([
    { message: ["Find flights to Porto", "Thanks"], steering: [{ text: "No, to Lisbon", call: 2 }] },
  ]);
  const { cases: results } = await evaluate(steeredCase, cases);
  expect(results).toMatchObject([{ verdict: "passed", failures: [] }]);
});

test("a case does not contain a message that a guardrail refused, and the command says so", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  await askSteered(saver, { ...guarded, text: "My password is hunter2" });
  saver.close();
  const { cases, warned } = await caseOf(file);
  expect(cases[0]).not.toHaveProperty("steering");
  expect(warned).toEqual(["Not in the case: messages that joined a turn and that a guardrail refused: 1."]);
});

test("what a merge brought is not in the case, and the command says so", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  await askDesk(saver, "ann");
  const session = openSession({ graph: deskGraph({ saver }), threadId: "ann", userId: "ann" });
  const fork = await session.fork({ threadId: "try" });
  await fork.send("What was I charged in May?");
  expect(await session.merge({ threadId: "try" })).toMatchObject({ outcome: "merged" });
  await session.send("And in June?");
  saver.close();
  const { cases, warned } = await caseOf(file);
  expect(warned).toContain(
    "Not in the case: what the edit or merge at step 2.6 wrote, in desk_invoice, desk_seen, and what follows of it.",
  );
  const { cases: results } = await evaluate(deskCase, cases);
  expect(results).toMatchObject([{ verdict: "passed", failures: [] }]);
  expect(await replay(file, "desk-app.ts", "same", "--thread", "ann")).toMatchObject({ code: 0 });
});
