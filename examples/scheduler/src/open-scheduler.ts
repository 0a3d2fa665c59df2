import { explainingFailures, modelName, openDatabase } from "@tidemark/terminal";
import { sqliteLocks, sqliteSaver } from "tidemark/sqlite";
import { schedulerApplication } from "./application.ts";
import { openCalendar } from "./calendar/sqlite-calendar.ts";
import { findNamed } from "./domain/household.ts";
import { schedulerErrors } from "./errors.ts";
import { schedulerGraph } from "./graph.ts";
import type { SchedulerServices } from "./services.ts";
import type { Options } from "./terminal/program.ts";

/** Time that the next process waits for one that died during a turn, in milliseconds. */
const LEASE_MILLISECONDS = 5_000;

/**
 * Opens the scheduler with the calendar that the options name, and its conversations, in a file next to it. The locks keep other processes
 * off a thread while a turn runs. `view` is the folder with the built calendar page. Throws for an unknown member, and for what is not a
 * model's name.
 */
export function openScheduler(
  options: Options,
  env: Readonly<Record<string, string | undefined>>,
  view: { readonly viewFolder?: string } = {},
) {
  const clock = { now: () => options.now ?? new Date().toISOString() };
  const { db, household: householdFile } = options;
  const calendar = openCalendar({ file: db, now: clock.now(), ...(householdFile !== null && { householdFile }) });
  try {
    const { name, members } = calendar.household;
    const member = options.as === null ? null : findNamed(members, options.as)?.id;
    if (member === undefined)
      throw schedulerErrors.unknownMember({
        member: options.as ?? "",
        household: name,
        known: members.map((each) => each.name),
      });
    const services: SchedulerServices = { calendar, model: modelName(options.model ?? env["TIDEMARK_MODEL"]), clock };
    const file = db === ":memory:" ? db : `${db}.conversations`;
    const database = openDatabase(file);
    const close = (): void => {
      database.close();
      calendar.close();
    };
    const checkpointer = explainingFailures(file, () => sqliteSaver({ database }));
    const locks = sqliteLocks(database, { leaseMilliseconds: LEASE_MILLISECONDS });
    const graph = schedulerGraph(services, { checkpointer });
    const application = schedulerApplication(graph, services, { thread: options.thread, member, locks, ...view });
    return { application, services, close };
  } catch (error) {
    calendar.close();
    throw error;
  }
}
