import { inspectErrors } from "../errors.ts";

/** Person who writes: a name, or a function that names the person of a request. Null refuses the request. */
export type NamedPerson = string | ((request: Request) => string | null | Promise<string | null>);

/** Name of the person who sends a request. The application's answer counts, and otherwise the name that the page sends. */
export async function personOf(
  named: NamedPerson | undefined,
  request: Request,
  sent: string | undefined,
): Promise<string> {
  const person = typeof named === "function" ? await named(request) : (named ?? sent ?? null);
  const name = person?.trim() ?? "";
  if (name === "") throw inspectErrors.missingPerson({});
  return name;
}
