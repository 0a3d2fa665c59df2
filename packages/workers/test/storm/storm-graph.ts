import { DatabaseSync } from "node:sqlite";
import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode } from "@tidemark/state-manager/langgraph";
import { Log } from "../counting-graph.ts";

/** The outside world: effects by their keys, and how often each was tried. */
export class Witness {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 60_000 });
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS effects (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS tries (text TEXT NOT NULL) STRICT`);
  }

  /** Does something once for each key. */
  act(key: string, text: string): void {
    this.#database.prepare("INSERT INTO tries (text) VALUES (?)").run(text);
    this.#database.prepare("INSERT OR IGNORE INTO effects (key, text) VALUES (?, ?)").run(key, text);
  }

  /** Returns the number of effects by text. */
  effects(): ReadonlyMap<string, number> {
    const rows = this.#database.prepare("SELECT text, count(*) AS count FROM effects GROUP BY text").all();
    return new Map(rows.map((row) => [String(row["text"]), Number(row["count"])]));
  }

  /** Returns the number of tries. */
  tries(): number {
    return Number(this.#database.prepare("SELECT count(*) AS count FROM tries").get()?.["count"]);
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * A graph whose turns do something outside, and then log it. A text that ends in `?` waits for an answer in between.
 *
 * Each step takes a few milliseconds, so that workers are killed in the middle.
 */
export const stormGraph = (checkpointer: BaseCheckpointSaver, witness: Witness) =>
  new StateGraph(toStateSchema(Log))
    .addNode("ask", ({ log_text }) => {
      if (log_text.endsWith("?")) interrupt({ question: log_text });
      return {};
    })
    .addNode(
      "act",
      defineNode(Log, {
        agent: "actor",
        run: async ({ log_text }, { idempotencyKey }) => {
          await pause(Math.random() * 8);
          witness.act(idempotencyKey, log_text);
          await pause(Math.random() * 8);
          return {};
        },
      }),
    )
    .addNode("note", ({ log_text }) => ({ log_done: [log_text] }))
    .addEdge(START, "ask")
    .addEdge("ask", "act")
    .addEdge("act", "note")
    .addEdge("note", END)
    .compile({ checkpointer });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
