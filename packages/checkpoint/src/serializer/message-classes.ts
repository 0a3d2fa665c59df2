import {
  AIMessage,
  AIMessageChunk,
  BaseMessage,
  ChatMessage,
  ChatMessageChunk,
  FunctionMessage,
  FunctionMessageChunk,
  HumanMessage,
  HumanMessageChunk,
  RemoveMessage,
  SystemMessage,
  SystemMessageChunk,
  ToolMessage,
  ToolMessageChunk,
} from "@langchain/core/messages";
import { type PlainObject, setOwn } from "./plain-object.ts";

/** The only classes of LangChain that a checkpoint brings to life, by the last part of their id. */
const MAKERS: ReadonlyMap<string, (fields: never) => BaseMessage> = new Map<string, (fields: never) => BaseMessage>([
  ["AIMessage", (fields) => new AIMessage(fields)],
  ["AIMessageChunk", (fields) => new AIMessageChunk(fields)],
  ["ChatMessage", (fields) => new ChatMessage(fields)],
  ["ChatMessageChunk", (fields) => new ChatMessageChunk(fields)],
  ["FunctionMessage", (fields) => new FunctionMessage(fields)],
  ["FunctionMessageChunk", (fields) => new FunctionMessageChunk(fields)],
  ["HumanMessage", (fields) => new HumanMessage(fields)],
  ["HumanMessageChunk", (fields) => new HumanMessageChunk(fields)],
  ["RemoveMessage", (fields) => new RemoveMessage(fields)],
  ["SystemMessage", (fields) => new SystemMessage(fields)],
  ["SystemMessageChunk", (fields) => new SystemMessageChunk(fields)],
  ["ToolMessage", (fields) => new ToolMessage(fields)],
  ["ToolMessageChunk", (fields) => new ToolMessageChunk(fields)],
]);

const ID_OF_REMOVE = ["langchain_core", "messages", "RemoveMessage"];

/** Properties of a message that are not its data. */
const NOT_DATA: ReadonlySet<string> = new Set([
  "lc_kwargs",
  "lc_namespace",
  "lc_serializable",
  "type",
  "lc_direct_tool_output",
]);

/** True if this is a message, of any copy of LangChain. */
export const isMessage = (value: object): value is BaseMessage => BaseMessage.isInstance(value);

/** Name of the class of a message, or null for a class that cannot be restored. */
export function messageClass(message: BaseMessage): string | null {
  // A class that extends one of LangChain's has only its name.
  const name: unknown = Object.hasOwn(message.constructor, "lc_name") && Reflect.get(message.constructor, "lc_name");
  const known = typeof name === "function" ? String(Reflect.apply(name, message.constructor, [])) : "";
  if (MAKERS.has(known)) return known;
  // RemoveMessage inherits its name.
  return message.type === "remove" ? "RemoveMessage" : null;
}

/** True if this key of a message holds data. */
export const isData = (key: string): boolean => !NOT_DATA.has(key);

/** The keys of a message that hold its data. */
export const messageKeys = (message: BaseMessage): readonly string[] =>
  Object.keys(message).filter((key) => isData(key) && Reflect.get(message, key) !== undefined);

/** True if the record is how LangChain writes a message down. */
export const isWrittenMessage = (record: PlainObject): boolean =>
  record["lc"] === 1 && record["type"] === "constructor" && Array.isArray(record["id"]);

/** The id under which LangChain finds the class of a message. */
export const messageId = (name: string): readonly string[] => [...ID_OF_REMOVE.slice(0, 2), name];

/** Makes the message that a record writes down; `null` for every class that is not on the list. */
export function messageFrom(record: PlainObject): BaseMessage | null {
  const id: unknown = record["id"];
  const fields = record["kwargs"];
  if (!Array.isArray(id) || id.length !== 3 || id[0] !== "langchain_core" || id[1] !== "messages") return null;
  const make = MAKERS.get(String(id[2]));
  if (make === undefined || typeof fields !== "object" || fields === null) return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the constructor itself refuses what does not fit
    const message = make(fields as never);
    // What the application has noted on it, the constructor does not know.
    for (const key of Object.keys(fields)) if (!(key in message)) setOwn(message, key, Reflect.get(fields, key));
    return message;
  } catch {
    return null;
  }
}

/** Tells which members of a message LangChain does not write, or does not give back to its constructor. */
export function lostByLangChain(message: BaseMessage): (key: string) => boolean {
  const written: unknown = Reflect.get(message.toJSON(), "kwargs");
  const make = MAKERS.get(messageClass(message) ?? "");
  if (make === undefined || typeof written !== "object" || written === null) return () => true;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the message itself was made of
  const again = make({ ...written } as never);
  return (key) => !Object.hasOwn(written, key) || !(key in again);
}
