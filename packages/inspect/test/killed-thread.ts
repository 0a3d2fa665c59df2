import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { temporaryFolder } from "./sources.ts";

/** A database with a thread whose process has ended in the node "book". */
export async function killedThread(kind: string): Promise<string> {
  const database = path.join(temporaryFolder(), "threads.db");
  const program = path.join(import.meta.dirname, "killed-turn.ts");
  const child = spawn(process.execPath, [program, kind, database], { stdio: ["ignore", "ignore", "inherit"] });
  await once(child, "close");
  if (child.signalCode !== "SIGKILL") throw new Error(`The process was not killed: ${child.exitCode}.`);
  return database;
}
