import { formatPath, isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { idProblem } from "../runs/input-shape.ts";

const id = z.string().min(1).max(512);

/** Command of LangGraph's protocol for agents. */
export const CommandBody = z.looseObject({
  id: z.int().nonnegative(),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** Request that opens a stream of events. */
export const EventsBody = z.looseObject({
  channels: z.array(z.string().max(200)).min(1).max(100),
  namespaces: z
    .array(z.array(z.string().max(512)).max(100))
    .max(1000)
    .optional(),
  depth: z.int().nonnegative().optional(),
  /** Number of the last event that the client has. */
  since: z.number().nonnegative().optional(),
});

/** Request that starts a run and streams it. */
export const RunBody = z.looseObject({
  input: z.unknown().optional(),
  command: z.unknown().optional(),
  checkpoint: z.looseObject({ checkpoint_id: id.optional() }).nullish(),
  checkpoint_id: id.nullish(),
  stream_mode: z.union([z.string().max(50), z.array(z.string().max(50)).max(20)]).optional(),
  multitask_strategy: z.string().max(50).nullish(),
});

/** Request for the history of a thread. */
export const HistoryBody = z.looseObject({
  limit: z.int().min(1).max(1000).default(10),
  checkpoint: z.looseObject({ checkpoint_ns: z.string().max(2000).optional() }).nullish(),
});

/** Request that names a new thread. */
export const NewThreadBody = z.looseObject({ thread_id: id.nullish() });

/** Request that lists threads. */
export const SearchBody = z.looseObject({
  limit: z.int().min(1).max(1000).default(10),
  offset: z.int().nonnegative().default(0),
  ids: z.array(id).max(1000).nullish(),
});

/** Answer to a question, as a client sent it. */
export interface ProtocolAnswer {
  /** Id that the client was shown. */
  readonly id: string;
  readonly answer: unknown;
}

/** Run that a client asks for. */
export type ProtocolRequest =
  | { readonly kind: "continue" }
  | {
      readonly kind: "message";
      readonly message: { readonly id: string | null; readonly text: string };
      readonly checkpointId: string | null;
    }
  /** With `id: null`, the answer is for the only open question. */
  | {
      readonly kind: "answers";
      readonly answers: readonly (Omit<ProtocolAnswer, "id"> & { readonly id: string | null })[];
    };

/** Result of reading a request: the request, or the first problem with it. */
export type ReadProtocolRequest =
  | { readonly ok: true; readonly request: ProtocolRequest }
  | { readonly ok: false; readonly code: "invalidRequest" | "unsupportedMessage"; readonly detail: string };

const Params = z.looseObject({
  input: z.unknown().optional(),
  config: z.looseObject({ configurable: z.looseObject({ checkpoint_id: id.nullish() }).optional() }).nullish(),
});

const Said = z.looseObject({
  id: z.string().max(512).nullish(),
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(z.unknown()).max(10_000)]),
});

/** Reads the parameters of `run.start`. */
export function readRunStart(params: unknown): ReadProtocolRequest {
  const parsed = Params.safeParse(params);
  if (!parsed.success) return refuse(firstIssue(parsed.error));
  const { input, config } = parsed.data;
  return readInput(input, config?.configurable?.checkpoint_id ?? null);
}

/** Reads the body that starts a run. */
export function readRunBody({
  input,
  command,
  checkpoint,
  checkpoint_id: given,
}: z.infer<typeof RunBody>): ReadProtocolRequest {
  if (command === undefined || command === null) {
    return readInput(input, given ?? checkpoint?.checkpoint_id ?? null);
  }
  const { resume, ...more } = isPlainRecord(command) ? command : {};
  const isSet = Object.values(more).some((value) => value !== undefined && value !== null);
  if (resume === undefined || isSet) return refuse("command: this endpoint takes `resume` only");
  return readResume(resume);
}

/** Reads the parameters of `input.respond`. */
export function readRespond(params: Readonly<Record<string, unknown>>): ReadProtocolRequest {
  if ((params["update"] ?? params["goto"] ?? null) !== null) {
    return refuse("params: this endpoint takes answers only, without `update` and `goto`");
  }
  const one = z.looseObject({ interrupt_id: z.string().min(1).max(1024), response: z.unknown().optional() });
  const many = z.looseObject({ responses: z.array(one).min(1).max(100) });
  const parsed = many.or(one).safeParse(params);
  if (!parsed.success) return refuse("params: expected an interrupt_id with its response");
  const given = "responses" in parsed.data ? z.array(one).parse(parsed.data["responses"]) : [one.parse(parsed.data)];
  const answers = given.map(({ interrupt_id: named, response }) => ({ id: named, answer: response ?? null }));
  return { ok: true, request: { kind: "answers", answers } };
}

/** An object whose keys all look like ids of questions answers each of them; any other value answers the only one. */
function readResume(resume: unknown): ReadProtocolRequest {
  const named = isPlainRecord(resume) ? Object.entries(resume) : [];
  const isMap = named.length > 0 && named.every(([key]) => /^[0-9a-f]{32}(?:\.[0-9a-f]{64})?$/.test(key));
  const answers = isMap ? named.map(([key, answer]) => ({ id: key, answer })) : [{ id: null, answer: resume }];
  return { ok: true, request: { kind: "answers", answers } };
}

function readInput(input: unknown, checkpointId: string | null): ReadProtocolRequest {
  if (input === null || input === undefined) {
    return checkpointId === null
      ? { ok: true, request: { kind: "continue" } }
      : refuse("input: a turn at an earlier checkpoint needs a message");
  }
  if (!isPlainRecord(input)) return refuse("input: expected an object with messages");
  const { messages, ...more } = input;
  const [other] = Object.keys(more);
  if (other !== undefined) return refuse(`input.${other}: this endpoint takes messages only`);
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [messages];
  const parsed = Said.safeParse(list.at(-1));
  if (!parsed.success) return refuse(`input.messages: ${firstIssue(parsed.error)}`);
  const { id: messageId = null, type, role, content } = parsed.data;
  const speaker = type ?? role;
  if (speaker !== "human" && speaker !== "user")
    return refuse("input.messages: the last message must be one of the user");
  const wrong = messageId === null ? null : idProblem("input.messages.id", messageId);
  if (wrong !== null) return refuse(wrong);
  const text = textOf(content);
  if (text === null) {
    return { ok: false, code: "unsupportedMessage", detail: "A message of this endpoint is text. Send no files." };
  }
  if (text.trim() === "") return refuse("input.messages: the message of the user has no text");
  return { ok: true, request: { kind: "message", message: { id: messageId, text }, checkpointId } };
}

/** Text of a content, or null if it has something else. */
function textOf(content: string | readonly unknown[]): string | null {
  if (typeof content === "string") return content;
  const texts = content.map((block) => {
    const { type, text } = isPlainRecord(block) ? block : {};
    return type === "text" && typeof text === "string" ? text : null;
  });
  return texts.includes(null) ? null : texts.join("");
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${formatPath(issue?.path ?? [])}: ${issue?.message ?? "Invalid input"}`;

const refuse = (detail: string): ReadProtocolRequest => ({ ok: false, code: "invalidRequest", detail });
