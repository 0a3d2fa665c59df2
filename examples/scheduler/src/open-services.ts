import { openCalendar } from "./calendar/sqlite-calendar.ts";
import type { Household } from "./domain/household.ts";
import { schedulerErrors } from "./errors.ts";
import type { SchedulerServices } from "./services.ts";
import type { Options } from "./terminal/options.ts";

/** Services and options of a running program. */
export interface OpenedServices {
  readonly services: SchedulerServices;
  /** Id of the member who types; null when unknown. */
  readonly member: string | null;
  close(): void;
}

/** Opens the calendar named by the options and the environment. Throws for an unknown member, and for what is not a model's name. */
export async function openServices(
  options: Pick<Options, "database" | "householdFile" | "member" | "model" | "now">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OpenedServices> {
  const clock = { now: () => options.now ?? new Date().toISOString() };
  const calendar = openCalendar({
    file: options.database,
    now: clock.now(),
    ...(options.householdFile !== null && { householdFile: options.householdFile }),
  });
  try {
    const { household } = calendar;
    const member = options.member === null ? null : memberId(options.member, household);
    const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
    return { services: { calendar, model, clock }, member, close: () => calendar.close() };
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

function memberId(text: string, household: Household): string {
  const wanted = text.toLowerCase();
  const found = household.members.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === wanted),
  );
  if (found !== undefined) return found.id;
  const known = household.members.map((member) => member.name);
  throw schedulerErrors.unknownMember({ member: text, household: household.name, known });
}
