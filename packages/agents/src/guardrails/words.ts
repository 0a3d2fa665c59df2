import { isPlainRecord } from "@tidemark/reducers/internal";
import { textOf } from "@tidemark/state-manager";

/** A part of a message that cannot be read: an image, a file that is too large, or one that is somewhere else. */
export interface UnreadPart {
  /** MIME type; null if the message names none. */
  readonly mimeType: string | null;
  /** Size; null for a part that the message only refers to. */
  readonly bytes: number | null;
}

/** What a message contains for its readers. */
export interface Words {
  readonly texts: readonly string[];
  readonly unread: readonly UnreadPart[];
}

/** Largest file that is decoded, in bytes. */
const LARGEST_FILE = 262_144;

/** Length below which text that can be decoded is read as it is, too. */
const LONGEST_DOUBT = 1000;

/** Members of a block that can contain its MIME type. */
const TYPES = ["mime_type", "mimeType", "media_type", "mediaType", "format"];

/** Members of a block, and of a provider's details, that are not words. */
const NAMES: ReadonlySet<string> = new Set([
  ...TYPES,
  "encrypted_content",
  "id",
  "index",
  "signature",
  "source_type",
  "thoughtSignature",
  "type",
]);

/** Metadata that contains no words of a model. */
const METADATA: ReadonlySet<string> = new Set([
  "finish_reason",
  "model",
  "model_name",
  "model_provider",
  "output_version",
  "stop_reason",
]);

/** True for an entry of a message's metadata that contains no words. */
export const isMetadata = (key: string): boolean => METADATA.has(key);

/** Returns the words of a message of any role: its text, its name, other blocks, calls of tools, and details of the provider. */
export function wordsOf(message: unknown): Words {
  const words = furtherWords(message);
  const text = textOf(message);
  return text === "" ? words : { ...words, texts: [text, ...words.texts] };
}

/**
 * Returns the words of a message besides its text. Files are decoded if they contain text: base64 data and data URLs of up to 256 KB,
 * whatever type they claim to have.
 */
function furtherWords(message: unknown): Words {
  const reader = new Reader();
  const part = (name: string): unknown => Reflect.get(Object(message), name);
  const content = part("content");
  reader.read(part("name"));
  reader.read((Array.isArray(content) ? content : []).filter((block) => Reflect.get(Object(block), "type") !== "text"));
  for (const call of [part("tool_calls"), part("invalid_tool_calls")].flat()) {
    reader.read(Reflect.get(Object(call), "name"));
    reader.readArguments(Reflect.get(Object(call), "args"));
    // Plain records of a provider.
    reader.read(Reflect.get(Object(call), "function"));
  }
  reader.read(part("additional_kwargs"));
  const metadata = part("response_metadata");
  const details = Object.entries(isPlainRecord(metadata) ? metadata : {});
  reader.read(details.filter(([key]) => !isMetadata(key)).map(([, value]) => value));
  return reader;
}

/** Returns what a model gives beside its text and its calls, such as its reasoning. */
export function asideOf(message: unknown): readonly string[] {
  const reader = new Reader();
  const content: unknown = Reflect.get(Object(message), "content");
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  reader.read(blocks.filter((block) => !CALLS.has(Reflect.get(Object(block), "type"))));
  const details: unknown = Reflect.get(Object(message), "additional_kwargs");
  reader.read(
    Object.entries(isPlainRecord(details) ? details : {}).flatMap(([key, value]) => (CALLS.has(key) ? [] : [value])),
  );
  return reader.texts;
}

/** Blocks and details of a provider that are read elsewhere: texts, and calls of tools. */
const CALLS: ReadonlySet<unknown> = new Set([
  "function_call",
  "text",
  "tool_call",
  "tool_call_chunk",
  "tool_calls",
  "tool_use",
]);

/** Returns the words in arguments of a call: keys, texts and numbers. */
export function wordsOfArguments(args: unknown): readonly string[] {
  const reader = new Reader();
  reader.readArguments(args);
  return reader.texts;
}

/** Collects words. */
class Reader implements Words {
  readonly texts: string[] = [];
  readonly unread: UnreadPart[] = [];
  /** Number of files and texts of blocks so far. */
  #contents = 0;

  /** Reads a value of a message. A string under the key `data` can be encoded. */
  read(value: unknown, type: string | null = null, key = ""): void {
    if (typeof value === "string") this.#string(value, type, key);
    else if (value instanceof Uint8Array) this.#file(value, type);
    else if (Array.isArray(value)) for (const each of value) this.read(each, type, key);
    else if (typeof value === "object" && value !== null) this.#record(value, type);
  }

  /** Reads arguments of a call. */
  readArguments(value: unknown): void {
    if (["bigint", "number", "string"].includes(typeof value)) this.texts.push(String(value));
    else if (typeof value === "object" && value !== null) {
      for (const [key, each] of Object.entries(value)) {
        if (!Array.isArray(value)) this.texts.push(key);
        this.readArguments(each);
      }
    }
  }

  #record(record: object, around: string | null): void {
    const before = this.#contents;
    const own = TYPES.map((name): unknown => Reflect.get(record, name)).find((each) => typeof each === "string");
    const type = typeof own === "string" ? own : around;
    for (const [key, value] of Object.entries(record)) if (!NAMES.has(key)) this.read(value, type, key);
    const kind: unknown = Reflect.get(record, "type");
    const isMedia = typeof kind === "string" && /image|audio|video|file|document/.test(kind);
    // What the block refers to, such as by an address, is not in it.
    if (isMedia && this.#contents === before) this.unread.push({ mimeType: type, bytes: null });
  }

  #string(text: string, type: string | null, key: string): void {
    const url = /^\s*data:([^,;\s]*)((?:;[^,;]*)*),/i.exec(text);
    if (url !== null) {
      const [head, media = "", parameters = ""] = url;
      const data = text.slice(head.length);
      const named = `${media === "" ? "text/plain" : media}${parameters.replace(/;base64$/i, "")}`;
      this.#encoded(/;base64$/i.test(parameters) ? data : decodedUrl(data), named);
    } else if (key === "data") this.#encoded(text, type);
    else {
      if (key === "text") this.#contents += 1;
      this.texts.push(text);
    }
  }

  /** Reads the data of a file. Providers also take text in its place. */
  #encoded(data: string, type: string | null): void {
    const size = Math.floor((data.length * 3) / 4);
    const isLarge = size > LARGEST_FILE + 3;
    if (isLarge && /^[\w+/=\s-]*$/.test(data)) {
      this.#cannotRead(type, size);
      return;
    }
    const bytes = isLarge ? null : bytesOf(data);
    const isRead = bytes !== null && this.#file(bytes, type);
    const isText = type === null || /^text\b/i.test(type);
    if (bytes === null || (isText && (!isRead || data.length < LONGEST_DOUBT))) {
      this.#contents += 1;
      this.texts.push(data);
    }
  }

  /** Reads a file as text. False if it is not text. */
  #file(bytes: Uint8Array, type: string | null): boolean {
    const text = bytes.length > LARGEST_FILE ? null : textIn(bytes, type);
    if (text === null) {
      this.#cannotRead(type, bytes.length);
      return false;
    }
    this.#contents += 1;
    this.texts.push(text);
    return true;
  }

  #cannotRead(mimeType: string | null, bytes: number): void {
    this.#contents += 1;
    this.unread.push({ mimeType, bytes });
  }
}

/** Decodes base64, also in the alphabet of addresses. Null for anything else. */
function bytesOf(data: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

/** The text in a file, in the encoding that its type names; null if it is not text. */
function textIn(bytes: Uint8Array, type: string | null): string | null {
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(type ?? "")?.[1] ?? "utf-8";
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
