/** Writes checkpoints of a thread into a file until it is killed, says each one that was acknowledged, and tidies up now and then. */
import { flushCompileCache } from "node:module";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { sqliteSaver } from "../../src/sqlite.ts";

const [file = "", threadId = "", limit = "0"] = process.argv.slice(2);
// On a busy machine with a slow disk the other writer may take its turns for long.
const saver = sqliteSaver({ file, busyTimeout: 60_000 });

const newest = await saver.getTuple({ configurable: { thread_id: threadId } });
let before: string | undefined = newest?.checkpoint.id;
let log: readonly string[] = Array.isArray(newest?.checkpoint.channel_values["log"])
  ? newest.checkpoint.channel_values["log"].map(String)
  : [];
const [copy, imported] = [`${threadId} copied`, `${threadId} imported`];
// What was being done when the writer before was killed.
for (const left of [copy, imported]) await saver.deleteThread(left);
// A writer that is killed would not keep what Node compiled for the next one.
flushCompileCache();
process.stdout.write("ready\n");

const last = limit === "0" ? Infinity : log.length + Number(limit);
while (log.length < last) {
  const place = { thread_id: threadId, checkpoint_ns: "" };
  const entry = `${log.length} `.repeat(150);
  if (before !== undefined) {
    await saver.putWrites({ configurable: { ...place, checkpoint_id: before } }, [["log", [entry]]], "task");
  }
  log = [...log, entry];
  const version = saver.getNextVersion(undefined);
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(log.length),
    channel_values: { log, size: log.length },
    channel_versions: { log: version, size: version },
  };
  const parent = before === undefined ? place : { ...place, checkpoint_id: before };
  await saver.put(
    { configurable: parent },
    checkpoint,
    { source: "loop", step: log.length, parents: {} },
    checkpoint.channel_versions,
  );
  before = checkpoint.id;
  process.stdout.write(`${before} ${log.length}\n`);
  if (log.length % 20 === 0) await saver.prune(threadId, { keepLast: 10 });
  if (log.length % 7 === 0) await saver.copyThread(threadId, copy);
  if (log.length % 7 === 2) await saver.deleteThread(copy);
  if (log.length % 33 === 0) await saver.vacuum();
  if (log.length % 33 === 5) {
    await saver.importThread(await saver.exportThread(threadId), { threadId: imported });
    await saver.deleteThread(imported);
  }
}
