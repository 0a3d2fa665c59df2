// One turn of the mail graph in a separate process: `node approval-process.ts <database> <say|answer> <text>`.
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { mailGraph, mailTo } from "./approval-graph.ts";

const [database = "", action = "", text = ""] = process.argv.slice(2);
const run = mailGraph(({ task_user_input: to }) => [mailTo(String(to))], {
  saver: SqliteSaver.fromConnString(database),
});
await (action === "say" ? run.say(text) : run.answer(text));
process.stdout.write(JSON.stringify({ sent: run.sent, asked: await run.asked() }));
