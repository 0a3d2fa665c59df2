import { defineState, field, fieldGroups, fields, type Proposal } from "@tidemark/core-state";
import { append } from "@tidemark/reducers";
import { z } from "zod";
import type { SeenRequest } from "./approvals/decisions.ts";

/** A field with a list of texts. */
export const list = (description: string, lifetime: "thread" | "user") =>
  field({
    description,
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime,
    owner: "root",
    reducer: append<string>(),
  });

/** State of the simulated conversations. */
export const Conversation = defineState({
  version: 1,
  fields: {
    ...fieldGroups.turn,
    ...fieldGroups.ownership,
    ...fields("sim", {
      text: field({
        description: "Message of the turn.",
        schema: z.string(),
        default: () => "",
        lifetime: "thread",
        owner: "root",
      }),
      log: list("Messages and answers.", "thread"),
      notes: list("Accepted proposals.", "thread"),
    }),
  },
});

/** Parts of the world that the nodes of a host use. */
export interface Surrounded {
  /** An effect outside of the graph, under its key. */
  readonly effect: (label: string, key: string) => Promise<void>;
  /** Called when a node begins to work on a message. */
  readonly begun: (threadId: string, text: string) => void;
  /** Called when the turn of some messages asks. */
  readonly asked: (threadId: string, texts: readonly string[]) => void;
  /** Called when a node begins to pay for a request, under a key. */
  readonly paying: (threadId: string, request: SeenRequest, key: string) => void;
  /** First proposal of the agent in each thread, which it may make again. */
  readonly proposals: Map<string, Proposal>;
}
