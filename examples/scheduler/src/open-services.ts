import { openCalendar } from "./calendar/sqlite-calendar.ts";
import type { Household } from "./domain/household.ts";
import { schedulerErrors } from "./errors.ts";
import type { SchedulerServices } from "./services.ts";
import { openStoredConversations, type StoredConversations } from "./stored-conversations.ts";
import type { Options } from "./terminal/options.ts";

/** Services and options of a running program. */
export interface OpenedServices extends StoredConversations {
  readonly services: SchedulerServices;
  /** Id of the member who types; null when unknown. */
  readonly member: string | null;
}

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
    const stored = openStoredConversations(options.db);
    const close = (): void => {
      stored.close();
      calendar.close();
    };
    return { ...stored, services: { calendar, model, clock }, member, close };
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
