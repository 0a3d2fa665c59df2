import { isPlainRecord } from "@tidemark/reducers/internal";
import type { MigrationStep } from "./migrations.ts";
import type { Values } from "../kernel/values.ts";

/**
 * Carries what a state notes about its fields through a change of their names and shapes.
 *
 * Versions of fields, open proposals and audit entries name fields: they follow a rename. A field that changed its shape has
 * a new version, so that proposals which were made on the old shape are found to be stale.
 */
export function liftBookkeeping({ rename = {}, change = {} }: MigrationStep, values: Values): Values {
  const renamed = (name: string): string => (Object.hasOwn(rename, name) ? (rename[name] ?? name) : name);
  const byNewName = (record: unknown): unknown =>
    isPlainRecord(record)
      ? Object.fromEntries(Object.entries(record).map(([name, value]) => [renamed(name), value]))
      : record;
  const within =
    (keys: readonly string[]) =>
    (entry: unknown): unknown => {
      if (!isPlainRecord(entry)) return entry;
      const lifted = keys.filter((key) => Object.hasOwn(entry, key)).map((key) => [key, byNewName(entry[key])]);
      return { ...entry, ...Object.fromEntries(lifted) };
    };
  const lifted: Record<string, unknown> = {};
  const touched = (name: string): boolean => Object.hasOwn(values, name) && !Object.hasOwn(change, name);

  const versions = values["runtime_field_versions"] ?? {};
  const reshaped = Object.keys(change).filter((name) => Object.hasOwn(values, name));
  if (!Object.hasOwn(change, "runtime_field_versions") && isPlainRecord(versions)) {
    const counted = Object.fromEntries(Object.entries(versions).map(([name, version]) => [renamed(name), version]));
    for (const name of reshaped) counted[name] = typeof counted[name] === "number" ? counted[name] + 1 : 1;
    if (Object.keys(counted).length > 0) lifted["runtime_field_versions"] = counted;
  }
  const proposals = values["control_proposals"];
  if (touched("control_proposals") && Array.isArray(proposals)) {
    lifted["control_proposals"] = proposals.map(within(["changes", "baseVersions"]));
  }
  const log = values["runtime_audit_log"];
  if (touched("runtime_audit_log") && Array.isArray(log)) {
    lifted["runtime_audit_log"] = log.map((entry: unknown) => {
      const named = within(["accepted", "refused"])(entry);
      if (!isPlainRecord(named) || !Array.isArray(named["fields"])) return named;
      return {
        ...named,
        fields: named["fields"].map((name: unknown) => (typeof name === "string" ? renamed(name) : name)),
      };
    });
  }
  return lifted;
}
