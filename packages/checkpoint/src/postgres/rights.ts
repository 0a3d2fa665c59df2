import { checkpointErrors } from "../kernel/errors.ts";

/** Runs a statement for its rows. */
type Rows = (text: string, values: string[]) => Promise<readonly unknown[]>;

/** Right that a role of the database lacks. */
export interface MissingRight {
  readonly role: string;
  readonly schema: string;
  /** What is missing, for a sentence. */
  readonly missing: string;
  /** Statements that help, for an administrator. */
  readonly sql: string;
}

/** Code of a statement that the role may not run. */
const FORBIDDEN = "42501";

/** True if a statement failed because the role may not run it. */
export const isForbidden = (error: unknown): error is Error =>
  error instanceof Error && Reflect.get(error, "code") === FORBIDDEN;

/** A name as an identifier of SQL. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Finds the right that a statement on a schema lacked. `made` is true if all tables of the schema exist.
 *
 * @internal
 */
export async function missingRight(
  query: Rows,
  schema: string,
  { error, made }: { readonly error: Error; readonly made: boolean },
): Promise<MissingRight> {
  const rows = await query(
    `SELECT current_user::text AS role, n.oid IS NOT NULL AS present,
       coalesce(has_schema_privilege(n.oid, 'USAGE'), false) AS used, coalesce(has_schema_privilege(n.oid, 'CREATE'), false) AS open,
       (SELECT pg_get_userbyid(c.relowner)::text FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname LIKE 'tidemark%' LIMIT 1) AS owner
     FROM (SELECT 1) AS one LEFT JOIN pg_namespace n ON n.nspname = $1`,
    [schema],
  );
  const [row] = rows;
  const found = typeof row === "object" && row !== null ? row : {};
  const role = String(Reflect.get(found, "role"));
  const owner: unknown = Reflect.get(found, "owner");
  const [place, grantee] = [quoted(schema), quoted(role)];
  const right = (missing: string, sql: string): MissingRight => ({ role, schema, missing, sql });
  if (Reflect.get(found, "present") !== true)
    return right("the schema does not exist", `CREATE SCHEMA ${place} AUTHORIZATION ${grantee};`);
  if (!made && owner === null && Reflect.get(found, "open") !== true)
    return right("its tables do not exist", `GRANT USAGE, CREATE ON SCHEMA ${place} TO ${grantee};`);
  if (!made && typeof owner === "string" && owner !== role)
    return right(
      `some of its tables are missing, and only their owner "${owner}" creates them`,
      `GRANT ${quoted(owner)} TO ${grantee};`,
    );
  return right(
    error.message,
    [
      `GRANT USAGE ON SCHEMA ${place} TO ${grantee};`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${place} TO ${grantee};`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${place} TO ${grantee};`,
    ].join(" "),
  );
}

/** Runs statements, and throws `checkpoint/notPermitted` for one that the role may not run. `made` as in {@link missingRight}. */
export async function permitted<Result>(
  query: Rows,
  schema: string,
  { run, made }: { readonly run: () => Promise<Result>; readonly made: boolean },
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw checkpointErrors.notPermitted(await missingRight(query, schema, { error, made }), { cause: error });
  }
}
