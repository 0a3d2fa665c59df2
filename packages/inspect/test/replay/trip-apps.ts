import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { defineState, field, fields, type StateDeclaration } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineMigrations } from "@tidemark/state-manager";
import { z } from "zod";
import { tripGraph } from "../writing/desks.ts";

const text = field({ description: "Where to.", schema: z.string(), default: () => "", lifetime: "thread" });
const place = field({ description: "Where to.", schema: z.string(), default: () => "", lifetime: "thread" });

/** The state before its field was renamed. */
export const One = defineState({ version: 1, fields: fields("trip", { place }) });
const Two = defineState({ version: 2, fields: fields("trip", { target: text }) });
defineMigrations(Two, [{ to: 2, description: "Another name.", rename: { trip_place: "trip_target" } }]);

/** A graph that writes its field in capitals. */
export const capitals = (state: StateDeclaration, name: string, checkpointer: BaseCheckpointSaver, end = "") =>
  new StateGraph(toStateSchema(state))
    .addNode("shout", (values: object) => ({ [name]: `${String(Reflect.get(values, name)).toUpperCase()}${end}` }))
    .addEdge(START, "shout")
    .addEdge("shout", END)
    .compile({ checkpointer });

/** A graph that writes the day and the thread in which it runs. */
export const dated = (checkpointer: BaseCheckpointSaver = new MemorySaver()) =>
  new StateGraph(Annotation.Root({ place: Annotation<string>, day: Annotation<string>, left: Annotation<number> }))
    .addNode("note", (_, { configurable }) => ({
      day: `${new Date().toDateString()} in ${String(configurable?.["thread_id"])}`,
      left: Math.round((Date.parse("2020-03-01") - Date.now()) / 86_400_000),
    }))
    .addEdge(START, "note")
    .addEdge("note", END)
    .compile({ checkpointer });

export const renamed = (): object => capitals(Two, "trip_target", new MemorySaver());
export const renamedAndChanged = (): object => capitals(Two, "trip_target", new MemorySaver(), "!");
export const booking = (): object => tripGraph(new MemorySaver());
