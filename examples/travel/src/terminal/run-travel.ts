import { writeFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { inspect } from "node:util";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import { systemClock } from "tidemark";
import { sqliteDesk } from "../catalog/booking-desk.ts";
import { openSampleCatalog } from "../catalog/sample-catalog.ts";
import { type Conversation, openConversation } from "../conversation.ts";
import { openDatabase } from "../database.ts";
import { bookingOf } from "../domain/booked.ts";
import { travelErrors } from "../errors.ts";
import { travelGraph } from "../graph.ts";
import { modelName } from "../model-name.ts";
import type { TravelServices } from "../services.ts";
import { tripIcs } from "../trip-ics.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { runSession, type Terminal } from "./session.ts";

/** Environment and streams of the process. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/**
 * Runs the program and returns its exit code: 0 for success, 1 for a failed turn, 2 for invalid input.
 *
 * Errors are written to the error stream, one line each.
 */
export async function runTravel(args: readonly string[], context: ProcessContext): Promise<number> {
  const { terminal, errors } = context;
  try {
    const options = readOptions(args);
    if (options.help) {
      terminal.output.write(`${HELP}\n`);
      return 0;
    }
    return await travel(options, context);
  } catch (error) {
    // It was printed when the node threw it.
    if (isModelError(error)) return 2;
    const isInputError = codeOf(error).startsWith("travel/");
    const line = firstLine(error);
    errors.write(
      isInputError ? `${line}\n` : `Something went wrong: ${line} Nothing was booked without your confirmation.\n`,
    );
    return isInputError ? 2 : 1;
  }
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), "code"));

/** True for a model that cannot be loaded, for example because its key is missing. */
const isModelError = (error: unknown): boolean =>
  ["agents/invalidModel", "agents/missingPackage"].includes(codeOf(error));

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}

async function travel(options: Options, { env, terminal, errors }: ProcessContext): Promise<number> {
  const clock = { ...systemClock, now: () => options.now ?? systemClock.now() };
  const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
  const onError: TravelServices["onError"] = ({ error, isProgrammingError }) => {
    if (isProgrammingError) errors.write(`${isModelError(error) ? firstLine(error) : inspect(error)}\n`);
  };
  const catalog = openSampleCatalog();
  const database = openDatabase(options.database);
  try {
    const services = { catalog, desk: sqliteDesk(database), store: sqliteStore({ database }), model, clock, onError };
    const graph = travelGraph(services, sqliteSaver({ database }));
    const { thread, traveler } = options;
    const conversation = openConversation(graph, services, { thread, traveler });
    const exportsOnly = options.request === null && options.exportFile !== null;
    const succeeded = exportsOnly || (await runSession(terminal, { conversation, options }));
    if (options.exportFile !== null) {
      await exportTrip(options.exportFile, conversation, { now: clock.now(), sample: catalog.sample });
      if (!options.json) terminal.output.write(`Exported the trip to ${options.exportFile}.\n`);
    }
    return succeeded ? 0 : 1;
  } finally {
    database.close();
  }
}

async function exportTrip(
  file: string,
  conversation: Conversation,
  { now, sample }: { readonly now: string; readonly sample: boolean },
): Promise<void> {
  const state = await conversation.state();
  const itinerary = state?.travel_itinerary ?? null;
  if (state === null || itinerary === null) throw travelErrors.nothingToExport({ thread: conversation.thread });
  const notes = { now, sample, booking: bookingOf(state) };
  try {
    writeFileSync(file, tripIcs(itinerary, notes));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw travelErrors.unwritableFile({ file, problem }, { cause: error });
  }
}
