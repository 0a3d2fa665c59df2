// A turn in a separate process that ends itself with SIGKILL in the node "book": `node killed-turn.ts <kind> <database>`.
import { openThread } from "./killed-kinds.ts";

const [kind = "", database = ""] = process.argv.slice(2);
const { send } = openThread(kind, database, () => {
  process.kill(process.pid, "SIGKILL");
  return new Promise<never>(() => {});
});
await send("Book a train");
