// Serves trips with a database, for tests that kill the process: arguments are the file, the port, and the file that lets a turn go on.
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { sqliteSaver } from "tidemark/sqlite";
import { serveApplication } from "../src/index.ts";
import { tripApplication } from "./trip-application.ts";

const [, , file = "", port = "0", gate = ""] = process.argv;
const { application } = tripApplication({
  checkpointer: sqliteSaver({ file }),
  async wait() {
    while (!existsSync(gate)) await setTimeout(20);
  },
});
const { url } = await serveApplication(application, { port: Number(port) });
process.stdout.write(`${url}\n`);
