import { isPlainRecord } from "@tidemark/reducers/internal";
import type { MigrationStep } from "./migrations.ts";
import type { Values } from "../kernel/values.ts";

/**
 * Migrates the records of a state that refer to fields by name.
 *
 * Field versions, open proposals and audit entries follow a rename. A field whose shape changed gets a new version, so that
 * proposals based on the old shape are stale.
 */
export function migrateBookkeeping({ rename = {}, change = {} }: MigrationStep, values: Values): Values {
  const renamed = (name: string): string => (Object.hasOwn(rename, name) ? (rename[name] ?? name) : name);
  const byNewName = (record: unknown): unknown =>
    isPlainRecord(record)
      ? Object.fromEntries(Object.entries(record).map(([name, value]) => [renamed(name), value]))
      : record;
  const within =
    (keys: readonly string[]) =>
    (entry: unknown): unknown => {
      if (!isPlainRecord(entry)) return entry;
      const migrated = keys.filter((key) => Object.hasOwn(entry, key)).map((key) => [key, byNewName(entry[key])]);
      return { ...entry, ...Object.fromEntries(migrated) };
    };
  const migrated: Record<string, unknown> = {};
  const isUnchanged = (name: string): boolean => Object.hasOwn(values, name) && !Object.hasOwn(change, name);

  const versions = values["runtime_field_versions"] ?? {};
  const reshaped = Object.keys(change).filter((name) => Object.hasOwn(values, name));
  if (!Object.hasOwn(change, "runtime_field_versions") && isPlainRecord(versions)) {
    const counted = Object.fromEntries(Object.entries(versions).map(([name, version]) => [renamed(name), version]));
    for (const name of reshaped) counted[name] = typeof counted[name] === "number" ? counted[name] + 1 : 1;
    if (Object.keys(counted).length > 0) migrated["runtime_field_versions"] = counted;
  }
  const proposals = values["control_proposals"];
  if (isUnchanged("control_proposals") && Array.isArray(proposals)) {
    migrated["control_proposals"] = proposals.map(within(["changes", "baseVersions"]));
  }
  const log = values["runtime_audit_log"];
  if (isUnchanged("runtime_audit_log") && Array.isArray(log)) {
    migrated["runtime_audit_log"] = log.map((entry: unknown) => {
      const named = within(["accepted", "refused"])(entry);
      if (!isPlainRecord(named) || !Array.isArray(named["fields"])) return named;
      return {
        ...named,
        fields: named["fields"].map((name: unknown) => (typeof name === "string" ? renamed(name) : name)),
      };
    });
  }
  return migrated;
}
