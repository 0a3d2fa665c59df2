import { sqliteLocks, sqliteSaver } from "tidemark/sqlite";
import { openCalendar } from "./calendar/sqlite-calendar.ts";
import { explainingFailures, openDatabase } from "./calendar/sqlite-database.ts";
import { findNamed, type Household } from "./domain/household.ts";
import { schedulerErrors } from "./errors.ts";
import type { SchedulerServices } from "./services.ts";
import type { Options } from "./terminal/options.ts";

/** Time that the next process waits for one that died during a turn, in milliseconds. */
const LEASE_MILLISECONDS = 5_000;

/**
 * Opens the calendar that the options name, and its conversations, in a file next to it. The locks keep other processes off a thread while
 * a turn runs. Throws for an unknown member, and for what is not a model's name.
 */
export function openServices(
  options: Pick<Options, "as" | "db" | "household" | "model" | "now">,
  env: Readonly<Record<string, string | undefined>>,
) {
  const clock = { now: () => options.now ?? new Date().toISOString() };
  const { db, household: householdFile } = options;
  const calendar = openCalendar({ file: db, now: clock.now(), ...(householdFile !== null && { householdFile }) });
  try {
    const member = options.as === null ? null : memberId(options.as, calendar.household);
    const services: SchedulerServices = { calendar, model: modelName(options.model ?? env["TIDEMARK_MODEL"]), clock };
    const file = db === ":memory:" ? db : `${db}.conversations`;
    const database = openDatabase(file);
    const close = (): void => {
      database.close();
      calendar.close();
    };
    const saver = explainingFailures(file, () => sqliteSaver({ database }));
    const locks = sqliteLocks(database, { leaseMilliseconds: LEASE_MILLISECONDS });
    return { services, member, saver, locks, close };
  } catch (error) {
    calendar.close();
    throw error;
  }
}

/** Name of a model, `provider:name`. Null if none is set. Tidemark loads the model when it is first asked, and reads its key. */
function modelName(configured = ""): string | null {
  const name = configured.trim();
  // The message does not repeat the value, because it may be a misplaced key.
  if (!/^(?:[\w-]+:\S+)?$/.test(name)) throw schedulerErrors.invalidModel({ variable: "TIDEMARK_MODEL" });
  return name === "" ? null : name;
}

function memberId(text: string, { name, members }: Household): string {
  const found = findNamed(members, text);
  if (found !== undefined) return found.id;
  throw schedulerErrors.unknownMember({ member: text, household: name, known: members.map((member) => member.name) });
}
