import { sqliteSaver } from "../../src/sqlite.ts";

// Prunes or deletes a thread, and is killed in the middle of a transaction when a given number of checkpoints is left.
const [file = "", act = "", left = ""] = process.argv.slice(2);
const saver = sqliteSaver({ file });
saver.database.function("end_here", () => {
  process.kill(process.pid, "SIGKILL");
  return 0;
});
saver.database.exec(`CREATE TEMP TRIGGER ends AFTER DELETE ON checkpoints
  WHEN (SELECT count(*) FROM checkpoints) <= ${Number(left)} BEGIN SELECT end_here(); END`);
if (act === "prune") await saver.prune("t", { keepLast: 3 });
else await saver.deleteThread("t");
