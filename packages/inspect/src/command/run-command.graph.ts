import { taskIds } from "../history/task-ids.graph.ts";
import { ThreadReader } from "../reader/thread-reader.ts";
import { isModuleFile } from "../running/load-graph.graph.ts";
import { openDatabase, withoutPassword } from "../source/open-database.graph.ts";
import { TraceFiles } from "../traces/trace-files.ts";
import type { CommandProcess, InspectCommand } from "./command-process.ts";
import { INSPECT } from "./inspect-command.ts";
import { type Command, helpOf, readArguments } from "./read-arguments.ts";
import { runApp } from "./run-app.graph.ts";
import { CASE, runCase } from "./run-case.graph.ts";
import { CHECK, runCheck } from "./run-check.graph.ts";
import { REPLAY, runReplay } from "./run-replay.graph.ts";
import { runInspect } from "./run-inspect.graph.ts";
import { hiddenNames, SHARE, shareText } from "./share-command.ts";
import { TRACES, type Verb, verbs } from "./verbs.ts";

/** Commands of the inspector, by name: `inspect`, and one for each question. */
export const inspectCommands: Readonly<Record<string, InspectCommand>> = Object.fromEntries(
  [INSPECT, SHARE, CHECK, REPLAY, CASE, ...verbs.map(withTraces)].map((command) => [
    command.name,
    {
      help: helpOf(command),
      run: (argv, process) => runCommand(command, argv, process),
    } satisfies InspectCommand,
  ]),
);

/** A verb that shows calls takes traces of this machine. A program that asks over MCP names no path. */
function withTraces(verb: Verb): Command {
  return verb.name === "calls" ? { ...verb, arguments: [...verb.arguments, TRACES] } : verb;
}

/** Exit code of a replay that could not be judged. */
const CANNOT_JUDGE = 2;

/** Runs a command. Returns 0, or 1 after a warning. */
async function runCommand(command: Command, argv: readonly string[], process: CommandProcess): Promise<number> {
  try {
    const verb = verbs.find(({ name }) => name === command.name);
    const { database, schema, json, help, input } = readArguments(command, argv);
    if (help || database === null) {
      process.print(helpOf(command));
      return 0;
    }
    if (command === INSPECT && input["mcp"] !== true && isModuleFile(database))
      return await runApp(database, { json, input }, process);
    if (command === CHECK) return await runCheck(database, { json, input }, process);
    if (command === REPLAY) return await runReplay(database, { json, input, schema }, process);
    const source = await openDatabase({ database, ...(schema !== undefined && { schema }) });
    try {
      const { traces } = input;
      const reader = new ThreadReader(source, {
        taskIds,
        hide: hiddenNames(input),
        ...(typeof traces === "string" && { traces: new TraceFiles(traces) }),
      });
      if (command === CASE) return await runCase({ source, reader, input }, process);
      if (command === SHARE) {
        process.print(await shareText(reader, { input, json }));
        return 0;
      }
      if (verb === undefined)
        return await runInspect({ reader, database: withoutPassword(database), json, input }, process);
      const { data, text } = await verb.run(reader, input);
      process.print(json ? JSON.stringify(data, null, 2) : text());
      return 0;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!isKnown(error)) throw error;
    process.warn(error.message);
    return command === REPLAY ? CANNOT_JUDGE : 1;
  }
}

/** True for an error with a code, whose message says what to do. */
const isKnown = (error: unknown): error is Error =>
  error instanceof Error && /^(?:inspect|checkpoint)[/]/.test(String(Reflect.get(error, "code")));
