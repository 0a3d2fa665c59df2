import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { mergeProfiles, type Profile, ProfileFact } from "../domain/profile.ts";

/** Profiles of travelers, shared by all of their conversations. */
export interface ProfileBook {
  /** Returns every stored fact about a traveler, including the ones taken back. */
  of(traveler: string): Profile;
  /** Merges facts into the stored profile. Idempotent: the most recent version of each fact wins. */
  save(traveler: string, profile: Profile): void;
}

/** Stores profiles in a SQLite table. */
export function sqliteProfiles(database: DatabaseSync): ProfileBook {
  database.exec("create table if not exists travel_profiles (traveler text primary key, facts text not null)");
  const of = (traveler: string): Profile => {
    const row = database.prepare("select facts from travel_profiles where traveler = ?").get(traveler);
    return row === undefined ? [] : z.array(ProfileFact).parse(JSON.parse(String(row["facts"])));
  };
  return {
    of,
    save(traveler, profile) {
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
