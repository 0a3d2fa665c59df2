import { writeFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { sqliteLocks, sqliteSaver } from "tidemark/sqlite";
import { systemClock } from "tidemark";
import { sqliteDesk } from "../catalog/booking-desk.ts";
import { configuredCatalog } from "../catalog/configured-catalog.ts";
import { sqliteProfiles } from "../catalog/profile-book.ts";
import { type Conversation, openConversation } from "../conversation.ts";
import { openDatabase } from "../database.ts";
import { bookingOf } from "../domain/booked.ts";
import { travelErrors } from "../errors.ts";
import { tripIcs } from "../export/trip-ics.ts";
import { tripMarkdown } from "../export/trip-markdown.ts";
import { travelGraph } from "../graph.ts";
import { configuredReader } from "../models/configured-reader.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { runSession, type Terminal } from "./session.ts";

/** What a run of the program gets from its process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/**
 * Runs the whole program and returns its exit code: 0 when all went well, 1 when a turn failed, 2 for bad input.
 *
 * Bad input is answered with one sentence on the error stream, and nothing is half-written.
 */
export async function runTravel(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { terminal, errors } = surroundings;
  try {
    const options = readOptions(words);
    if (options.help) {
      terminal.output.write(`${HELP}\n`);
      return 0;
    }
    return await travel(options, surroundings);
  } catch (error) {
    const isInput = String(Reflect.get(Object(error), "code")).startsWith("travel/");
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    errors.write(isInput ? `${line}\n` : `Something went wrong: ${line} What was not confirmed is not booked.\n`);
    return isInput ? 2 : 1;
  }
}

async function travel(options: Options, { env, terminal }: Surroundings): Promise<number> {
  const clock = { ...systemClock, now: () => options.now ?? systemClock.now() };
  const reader = await configuredReader(options.model ?? env["TIDEMARK_MODEL"] ?? null, env);
  using catalog = configuredCatalog(env);
  const database = openDatabase(options.database);
  try {
    const services = { catalog, desk: sqliteDesk(database), profiles: sqliteProfiles(database), reader, clock };
    const graph = travelGraph(services, sqliteSaver({ database }));
    const { thread, traveler } = options;
    const conversation = openConversation(graph, services, { thread, traveler, locks: sqliteLocks(database) });
    const wantsTalk = options.request !== null || options.exportFile === null;
    const succeeded = !wantsTalk || (await runSession(terminal, { conversation, options }));
    if (options.exportFile !== null) {
      await exportTrip(options.exportFile, conversation, { now: clock.now(), sample: catalog.sample });
      if (!options.json) terminal.output.write(`Wrote ${options.exportFile}.\n`);
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
  const text = file.endsWith(".ics") ? tripIcs(itinerary, notes) : tripMarkdown(itinerary, notes);
  try {
    writeFileSync(file, text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw travelErrors.unwritableFile({ file, problem }, { cause: error });
  }
}
