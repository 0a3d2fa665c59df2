import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { mergeProfiles, type Profile, ProfileFact } from "../domain/profile.ts";

/** What is known of travelers, beyond one conversation. */
export interface ProfileBook {
  /** Everything that is known of a traveler, also what was taken back. */
  of(traveler: string): Profile;
  /** Keeps facts; of each the one that was said last counts, so that keeping twice does no harm. */
  keep(traveler: string, profile: Profile): void;
}

/** Keeps profiles in a table of a SQLite database. */
export function sqliteProfiles(database: DatabaseSync): ProfileBook {
  database.exec("create table if not exists travel_profiles (traveler text primary key, facts text not null)");
  const of = (traveler: string): Profile => {
    const row = database.prepare("select facts from travel_profiles where traveler = ?").get(traveler);
    return row === undefined ? [] : z.array(ProfileFact).parse(JSON.parse(String(row["facts"])));
  };
  return {
    of,
    keep(traveler, profile) {
      const write = database.prepare(
        "insert into travel_profiles values (?, ?) on conflict (traveler) do update set facts = excluded.facts",
      );
      database.exec("begin immediate");
      try {
        write.run(traveler, JSON.stringify(mergeProfiles(profile, of(traveler))));
        database.exec("commit");
      } catch (error) {
        database.exec("rollback");
        throw error;
      }
    },
  };
}
