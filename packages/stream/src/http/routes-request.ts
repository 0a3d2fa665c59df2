import { z } from "zod";
import { RunEvent, RunInterrupt, RunMessage } from "../events/run-events.ts";
import {
  CommandBody,
  EventsBody,
  HistoryBody,
  NewThreadBody,
  RunBody,
  SearchBody,
} from "../agent-protocol/protocol-requests.ts";
import { ChatBody } from "../ai-sdk/chat-request.ts";
import { idProblem } from "../runs/input-shape.ts";
import { problemCodes } from "./problem.ts";

const id = z.string().min(1).max(512);

/** Body that sends a message. */
export const SendBody = z.strictObject({
  /** Text of the message. */
  message: z.string().min(1),
  /** Id of the message. A message with a known id is not sent again. Defaults to a new id. */
  messageId: id
    .refine((given) => idProblem("messageId", given) === null, "must not contain control characters")
    .optional(),
  /**
   * `steer` gives the message to the turn that is running: 202 when it is stored. The agent reads it before its next call of the model, or it is the
   * next turn. Defaults to `refuse`: 409.
   */
  onBusy: z.enum(["refuse", "steer"]).optional(),
});

/** Body that answers a question. */
export const AnswerBody = z.strictObject({
  interruptId: id,
  answer: z.json(),
  /** Signature that came with the question, if the server signs. */
  signature: z.string().max(200).optional(),
});

/** Body that merges a fork into the thread of the path. */
export const MergeBody = z.strictObject({
  /** Id of the fork. The user must be allowed to read it. */
  fork: id,
});

/** What a merge has done, by fields that are visible. */
export const MergeResult = z.object({
  /** Fields that only the fork has changed. */
  taken: z.array(z.string()),
  /** Fields that both have changed, and whose reducer or policy has combined them. */
  combined: z.array(z.string()),
  /** Fields that both have changed, with both values, for a person or an owner to decide by the `answerId`. */
  proposed: z.array(z.object({ field: z.string(), answerId: z.string(), ours: z.unknown(), theirs: z.unknown() })),
  /** Fields that stay as they were, with the reason. */
  left: z.array(z.object({ field: z.string(), reason: z.string() })),
});

/** A thread as a page shows it. */
const ThreadBody = z.object({
  id,
  messages: z.array(RunMessage),
  /** Visible values of the state. */
  values: z.record(z.string(), z.unknown()),
  /** Open questions, each with the signature for its answer if the server signs. */
  interrupts: z.array(RunInterrupt.extend({ signature: z.string().optional() })),
  /** Id of the running turn, or null. */
  runId: z.string().nullable(),
  /** True if the last turn is unfinished, waits for no answer, and does not run in this process. The next message finishes it first. */
  unfinished: z.boolean(),
});

const ThreadList = z.object({ threads: z.array(z.object({ id, updatedAt: z.string() })) });

/** `stopped`: a running turn. `ended`: an unfinished turn that nobody ran; its nodes do not run again. */
export const StopResult = z.object({ outcome: z.enum(["stopped", "ended", "nothingToStop"]) });

const ProblemBody = z.object({
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.number(),
  code: z.enum(problemCodes),
  detail: z.string(),
});

const schemas = {
  SendBody,
  AnswerBody,
  MergeBody,
  MergeResult,
  ChatBody,
  ThreadBody,
  ThreadList,
  StopResult,
  ProblemBody,
  RunEvent,
  NewThreadBody,
  SearchBody,
  HistoryBody,
  CommandBody,
  EventsBody,
  RunBody,
};

type SchemaName = keyof typeof schemas;

interface Operation {
  readonly path: string;
  readonly method: "get" | "post";
  readonly summary: string;
  readonly body?: SchemaName;
  /** Schema of the response, or of one event of the stream. */
  readonly answer?: SchemaName;
  readonly streams?: boolean;
  /** Whether the route responds with 204 instead. Defaults to never. */
  readonly isEmpty?: "always" | "sometimes";
}

/** Routes of LangGraph's protocol, which its own clients know. */
const langGraphOperations: readonly Operation[] = (
  [
    ["post", "/threads", "Names a thread.", "NewThreadBody"],
    ["post", "/threads/search", "Lists the threads of the user.", "SearchBody"],
    ["get", "/threads/{id}", "Reads the status of a thread."],
    ["get", "/threads/{id}/state", "Reads a thread, with its open questions."],
    ["post", "/threads/{id}/history", "Lists the checkpoints at which a turn can start.", "HistoryBody"],
    ["post", "/threads/{id}/commands", "Starts a turn or answers a question.", "CommandBody"],
    ["post", "/threads/{id}/stream/events", "Streams the events of a thread.", "EventsBody"],
    ["post", "/threads/{id}/runs/stream", "Starts a turn and streams it.", "RunBody"],
    ["post", "/threads/{id}/runs", "Starts a turn.", "RunBody"],
    ["get", "/threads/{id}/runs", "Lists the running turn and those that wait."],
    ["get", "/threads/{id}/runs/{run}", "Reads the status of a turn."],
    ["get", "/threads/{id}/runs/{run}/stream", "Follows a turn from its beginning, or after Last-Event-ID."],
    [
      "post",
      "/threads/{id}/runs/{run}/cancel",
      "Stops the running turn, or ends an unfinished one. 409 while another process runs it.",
    ],
  ] as const
).map(([method, path, summary, body]) => ({
  path: `/langgraph${path}`,
  method,
  summary: `LangGraph: ${summary}`,
  streams: path.includes("stream"),
  ...(body !== undefined && { body }),
  ...(path.endsWith("/cancel") && { isEmpty: "always" as const }),
}));

const operations: readonly Operation[] = [
  { path: "/threads", method: "get", summary: "Lists the threads of the user.", answer: "ThreadList" },
  { path: "/threads/{id}", method: "get", summary: "Reads a thread.", answer: "ThreadBody" },
  {
    path: "/threads/{id}/runs",
    method: "post",
    summary: "Sends a message and streams the turn. 202 if a running turn gets it, 204 if it was already answered.",
    body: "SendBody",
    answer: "RunEvent",
    streams: true,
    isEmpty: "sometimes",
  },
  {
    path: "/threads/{id}/runs/{run}",
    method: "get",
    summary: "Follows a running turn after Last-Event-ID. 204 if it does not run.",
    answer: "RunEvent",
    streams: true,
    isEmpty: "sometimes",
  },
  {
    path: "/threads/{id}/answers",
    method: "post",
    summary: "Answers an open question and streams the turn.",
    body: "AnswerBody",
    answer: "RunEvent",
    streams: true,
  },
  {
    path: "/threads/{id}/continue",
    method: "post",
    summary: "Continues an unfinished turn and streams it.",
    answer: "RunEvent",
    streams: true,
  },
  {
    path: "/threads/{id}/stop",
    method: "post",
    summary: "Stops the running turn, or ends an unfinished one.",
    answer: "StopResult",
  },
  {
    path: "/threads/{id}/merge",
    method: "post",
    summary:
      "Merges a fork of the thread into it. 409 while one of both runs or waits, and for threads that share no step.",
    body: "MergeBody",
    answer: "MergeResult",
  },
  {
    path: "/chat",
    method: "post",
    summary: "AI SDK: sends or answers. 202 if a running turn gets the message.",
    body: "ChatBody",
    streams: true,
  },
  {
    path: "/chat/{id}/stream",
    method: "get",
    summary: "AI SDK: follows the running turn. 204 if none is running.",
    streams: true,
    isEmpty: "sometimes",
  },
  { path: "/chat/{id}/messages", method: "get", summary: "AI SDK: the stored conversation." },
  { path: "/chat/{id}/changes", method: "get", summary: "Reports when a turn begins or ends.", streams: true },
  {
    path: "/chat/{id}/stop",
    method: "post",
    summary: "AI SDK: stops the running turn, or ends an unfinished one.",
    answer: "StopResult",
  },
  { path: "/ag-ui", method: "post", summary: "AG-UI, 1.0 and before: RunAgentInput in, events out.", streams: true },
  ...langGraphOperations,
];

/** Describes the routes as OpenAPI 3.1. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation) };
  }
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, componentOf(name, schema)]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Threads of an application", version: "1" },
    paths,
    components: { schemas: components },
  };
}

/** JSON Schema of a component. Its references lead to its own definitions, which are no longer at the root of the document. */
function componentOf(name: string, schema: z.ZodType): unknown {
  const { $schema: _, ...component } = z.toJSONSchema(schema, { io: "input" });
  return JSON.parse(JSON.stringify(component).replaceAll('"$ref":"#', `"$ref":"#/components/schemas/${name}`));
}

function operationOf({ path, summary, body, answer, streams = false, isEmpty }: Operation): object {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const content = answer === undefined ? {} : { schema: { $ref: `#/components/schemas/${answer}` } };
  return {
    summary,
    parameters,
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: `#/components/schemas/${body}` } } },
      },
    }),
    responses: {
      ...(isEmpty !== "always" && {
        "200": { description: summary, content: { [streams ? "text/event-stream" : "application/json"]: content } },
      }),
      ...(isEmpty !== undefined && { "204": { description: "There is nothing to send." } }),
      default: {
        description: "The request is refused.",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemBody" } } },
      },
    },
  };
}
