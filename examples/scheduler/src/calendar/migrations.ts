import type { DatabaseSync } from "node:sqlite";
import { schedulerErrors } from "../errors.ts";

/** Migrations from an empty database to the current schema; step n leads to `user_version` n and never changes. */
const migrations: readonly string[] = [
  `create table household (
     one integer primary key check (one = 1),
     body text not null
   ) strict;

   -- body is the event as JSON; the other columns repeat the values that queries use.
   create table events (
     id text primary key,
     series_id text,
     original_start text,
     first_ms integer not null,
     last_ms integer not null,
     body text not null
   ) strict;
   create index events_by_reach on events (last_ms, first_ms);
   create unique index events_by_series on events (series_id, original_start) where series_id is not null;

   create table changes (
     number integer primary key,
     key text unique,
     made_by text,
     made_at text,
     body text not null
   ) strict;`,

  // The description of a confirmed change and the entries it touched, for undo.
  `alter table changes add column text text;
   alter table changes add column touched text;
   alter table changes add column undoes integer;`,

  // All events of a household are read at once, so that no column repeats a part of their body.
  `create table bodies (id text primary key, body text not null) strict;
   insert into bodies select id, body from events;
   drop table events;
   alter table bodies rename to events;`,
];

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare("pragma user_version").get()?.["user_version"] ?? 0);

/**
 * Migrates a database to the current schema, inside the caller's transaction, and returns its previous version.
 *
 * Throws `scheduler/newerDatabase` when a newer program wrote it.
 */
export function migrate(database: DatabaseSync, file: string, steps: readonly string[] = migrations): number {
  const found = versionOf(database);
  if (found > steps.length) throw schedulerErrors.newerDatabase({ file, found, known: steps.length });
  for (const step of steps.slice(found)) database.exec(step);
  if (found < steps.length) database.exec(`pragma user_version = ${steps.length}`);
  return found;
}
