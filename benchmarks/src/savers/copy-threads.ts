/** Stores a thread of one turn, and copies it until the database has this number of threads. Started by `inspect.ts`. */
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { growingGraph, growingTurn } from "./growing-graph.ts";

const [place = ":memory:", threads = "1"] = process.argv.slice(2);
const saver = sqliteSaver({ file: place });
await growingTurn(growingGraph(saver, "plain"), "conversation 1", 1);
for (let number = 2; number < Number(threads); number += 1)
  await saver.copyThread("conversation 1", `conversation ${number}`);
saver.close();
