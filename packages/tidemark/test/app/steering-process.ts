/** Runs a turn in a tool that never ends. Started with the file of the database. */
import { sqlite } from "tidemark/sqlite";
import { scriptedModel } from "tidemark/testing";
import { deskApp } from "./steered-desk.ts";

const [file = ""] = process.argv.slice(2);
const model = scriptedModel([{ toolCalls: [{ name: "look", args: { where: "here" } }] }]);
const app = deskApp({
  model,
  storage: sqlite(file),
  look: () => {
    process.send?.("begun");
    return new Promise<string>(() => undefined);
  },
});
// The process is killed while it waits.
setInterval(() => undefined, 1_000);
await app.session("ann").send("Look for flights to Porto");
