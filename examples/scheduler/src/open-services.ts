import type { ThreadLocks } from "tidemark";
import { sqliteLocks, sqliteSaver, type SqliteSaver } from "tidemark/sqlite";
import { openCalendar } from "./calendar/sqlite-calendar.ts";
import { explainingFailures, openDatabase } from "./calendar/sqlite-database.ts";
import { findNamed, type Household } from "./domain/household.ts";
import { schedulerErrors } from "./errors.ts";
import type { SchedulerServices } from "./services.ts";
import type { Options } from "./terminal/options.ts";

/** Services and options of a running program. */
export interface OpenedServices {
  readonly services: SchedulerServices;
  /** Id of the member who types; null when unknown. */
  readonly member: string | null;
  /** Stored conversations of all threads, in a file next to the calendar. */
  readonly saver: SqliteSaver;
  /** Locks that keep other processes off a thread while a turn runs. */
  readonly locks: ThreadLocks;
  close(): void;
}

/** Time that the next process waits for one that died during a turn, in milliseconds. */
const LEASE_MILLISECONDS = 5_000;

/** Opens the calendar that the options name, and its conversations. Throws for an unknown member, and for what is not a model's name. */
export function openServices(
  options: Pick<Options, "as" | "db" | "household" | "model" | "now">,
  env: Readonly<Record<string, string | undefined>>,
): OpenedServices {
  const clock = { now: () => options.now ?? new Date().toISOString() };
  const calendar = openCalendar({
    file: options.db,
    now: clock.now(),
    ...(options.household !== null && { householdFile: options.household }),
  });
  try {
    const { household } = calendar;
    const member = options.as === null ? null : memberId(options.as, household);
    const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
    const file = options.db === ":memory:" ? options.db : `${options.db}.conversations`;
    const database = openDatabase(file);
    const close = (): void => {
      database.close();
      calendar.close();
    };
    const saver = explainingFailures(file, () => sqliteSaver({ database }));
    const locks = sqliteLocks(database, { leaseMilliseconds: LEASE_MILLISECONDS });
    return { services: { calendar, model, clock }, member, saver, locks, close };
  } catch (error) {
    calendar.close();
    throw error;
  }
}

/**
 * Name of a model, `provider:name`. Null if none is set. Tidemark loads the model when it is first asked, and reads its key and address.
 *
 * Throws `scheduler/invalidModel` for another form.
 */
function modelName(configured = ""): string | null {
  const name = configured.trim();
  if (name === "" || /^[\w-]+:\S+$/.test(name)) return name === "" ? null : name;
  // The message does not repeat the value, because it may be a misplaced key.
  const problem = 'it must have the form "provider:name", such as "openai:gpt-5-mini"';
  throw schedulerErrors.invalidModel({ variable: "TIDEMARK_MODEL", problem });
}

function memberId(text: string, { name, members }: Household): string {
  const found = findNamed(members, text);
  if (found !== undefined) return found.id;
  throw schedulerErrors.unknownMember({ member: text, household: name, known: members.map((member) => member.name) });
}
