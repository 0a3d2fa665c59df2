import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Dictionary of parts that many stored texts have in common. Stored data depends on it: changing it changes the schema. */
const COMMON = Buffer.from(
  '{"source":"loop","step":1,"parents":{}}' +
    '{"o":{"0":{"a":[["messages"],[[{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":' +
    '{"content":"","additional_kwargs":{},"response_metadata":{},"tool_calls":[],"invalid_tool_calls":[]}}]]]},"1":{"a":[["branch:to:' +
    '{"p":{"ts":["2026-01-01T00:00:00.000Z"],"channel_values":{"p":{"messages":{"s":[1,0,[[{"lc":1,"type":"constructor","id":' +
    '["langchain_core","messages","AIMessage"],"kwargs":{"id":"","content":"","additional_kwargs":{},"response_metadata":{},' +
    '"tool_calls":[],"invalid_tool_calls":[]}}]]]},"branch:to:":[null]},"d":["branch:to:"]},"channel_versions":{"p":{"messages":[2],' +
    '"branch:to:":[2]}},"versions_seen":{"p":{"":{"p":{"branch:to:":[2]}}}}}}',
);

const SETTINGS = { level: 1, windowBits: 12, memLevel: 5, dictionary: COMMON };

/** Output buffer size, in bytes. The default of 16 KB would cost more than most texts. */
const chunkFor = (length: number): number => Math.min(Math.max(length, 1_024), 65_536);

/** Packing what is shorter seldom gains a byte. */
const SHORTEST = 96;

/** Packs a text for a database: the text itself, or fewer bytes that unpack to it. Short texts are not packed. */
export function packText(text: string, shortest: number = SHORTEST): string | Uint8Array {
  if (text.length < shortest) return text;
  const packed = deflateRawSync(text, { ...SETTINGS, chunkSize: chunkFor(text.length) });
  return packed.length < text.length * 0.9 ? packed : text;
}

/** The text that was packed. Throws for bytes that nobody has packed. */
export function unpackText(body: unknown): string {
  if (typeof body === "string") return body;
  if (!(body instanceof Uint8Array)) throw new TypeError("neither text nor bytes");
  return inflateRawSync(body, { windowBits: 12, dictionary: COMMON, chunkSize: chunkFor(2 * body.length) }).toString(
    "utf8",
  );
}
