import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { MessagesValue, ReducedValue } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { defineState, field } from "@tidemark/core-state";
import { existingFields, toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

/** The state of an application before it knows Tidemark. */
const Letter = Annotation.Root({
  draftText: Annotation<string>,
  wordCounts: Annotation<Record<string, number>, readonly string[]>({
    reducer: (counts, words) => ({
      ...counts,
      ...Object.fromEntries(words.map((word) => [word, (counts[word] ?? 0) + 1])),
    }),
    default: () => ({}),
  }),
  topics: Annotation<Set<string>>,
  approvedBy: Annotation<string | null>,
  ...MessagesAnnotation.spec,
});

/** The same state as a `StateSchema`. */
const LetterSchema = new StateSchema({
  draftText: z.string(),
  wordCounts: new ReducedValue(
    z.record(z.string(), z.number()).default(() => ({})),
    {
      inputSchema: z.array(z.string()).readonly(),
      reducer: (counts, words) => ({
        ...counts,
        ...Object.fromEntries(words.map((word) => [word, (counts[word] ?? 0) + 1])),
      }),
    },
  ),
  topics: z.set(z.string()),
  approvedBy: z.string().nullable(),
  messages: MessagesValue,
});

const approvedBy = field(z.string().nullable(), { default: null, lifetime: "thread", owner: "reviewer" });

/** The state after one field was declared. */
export const LetterState = defineState({ version: 1, fields: { ...existingFields(Letter), approvedBy } });
const LetterSchemaState = defineState({ version: 1, fields: { ...existingFields(LetterSchema), approvedBy } });

type Value = typeof Letter.State;

const write = ({ messages, topics }: Value) => {
  const text = messages.at(-1)?.text ?? "";
  const words = text.toLowerCase().split(" ");
  return {
    draftText: text,
    wordCounts: words,
    topics: new Set([...(topics ?? []), ...words.slice(0, 1)]),
    approvedBy: null,
  };
};
const review = () => ({ approvedBy: String(interrupt("Who approves it?")) });
const close = ({ draftText, approvedBy: by }: Value) => ({ draftText: `${draftText} (approved by ${by})` });

/** Kinds of the application before the adoption. */
export type Kind = "annotation" | "schema";

/** The application before the adoption. */
export const plainGraph = (kind: Kind, checkpointer: BaseCheckpointSaver) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both schemas have the same fields, whose types the nodes use
  const schema = (kind === "annotation" ? Letter : LetterSchema) as typeof Letter;
  return new StateGraph(schema)
    .addNode("write", write)
    .addNode("review", review)
    .addNode("close", close)
    .addEdge(START, "write")
    .addEdge("write", "review")
    .addEdge("review", "close")
    .addEdge("close", END)
    .compile({ checkpointer });
};

/** The application after the adoption: the other fields and the other nodes are the same. */
export const adoptedGraph = (kind: Kind, checkpointer: BaseCheckpointSaver, { by }: { readonly by?: string } = {}) => {
  const state = kind === "annotation" ? LetterState : LetterSchemaState;
  const reviewer = defineNode(state, { agent: by ?? "reviewer", run: review });
  return new StateGraph(toStateSchema(state))
    .addNode("write", write)
    .addNode("review", reviewer)
    .addNode("close", close)
    .addEdge(START, "write")
    .addEdge("write", "review")
    .addEdge("review", "close")
    .addEdge("close", END)
    .compile({ checkpointer });
};
