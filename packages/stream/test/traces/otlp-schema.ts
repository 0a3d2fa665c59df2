import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";

const require = createRequire(import.meta.url);

/** A message type that was generated from the protocol's schema. */
interface MessageType {
  verify(message: unknown): string | null;
  fromObject(object: object): object;
  toObject(message: object, options: object): unknown;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

interface Schema {
  readonly opentelemetry: {
    readonly proto: { readonly collector: { readonly trace: { readonly v1: Record<string, MessageType> } } };
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated file declares one type for each message of the protocol
const schema = require("opentelemetry-schema/build/src/generated/root.js") as Schema;
const { ExportTraceServiceRequest: request } = schema.opentelemetry.proto.collector.trace.v1;

/** Keys whose bytes the JSON form of the protocol writes as hexadecimal digits. */
const IDS = new Set(["traceId", "spanId", "parentSpanId"]);

const ID = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/u;

/**
 * Checks a request against the protocol's schema: its types, its names, and its ids. Throws for a request that it does not describe.
 *
 * The schema drops names that it does not know, so a request that comes back changed has such a name.
 */
export function checkRequest(json: string): void {
  if (request === undefined) throw new Error("The schema does not contain the request.");
  const given: unknown = JSON.parse(json, (key, value: unknown) => {
    if (!IDS.has(key) || value === "") return value;
    if (typeof value !== "string" || !ID.test(value)) throw new Error(`${key} is ${JSON.stringify(value)}`);
    return Buffer.from(value, "hex").toString("base64");
  });
  if (typeof given !== "object" || given === null) throw new Error("The request is not an object.");
  const message = request.fromObject(given);
  const problem = request.verify(message);
  if (problem !== null) throw new Error(problem);
  const sent = request.decode(request.encode(message).finish());
  const back = request.toObject(sent, { longs: String, bytes: String });
  if (!isDeepStrictEqual(plain(back), plain(given))) {
    throw new Error(`The schema reads ${JSON.stringify(back)} from ${JSON.stringify(given)}`);
  }
}

/** The same data without what the protocol leaves out: empty lists, empty texts and zeros. Numbers are texts, as it allows both. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => plain(each));
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, plain(each)] as const)
      .filter(([, each]) => !isDefault(each)),
  );
}

const isDefault = (value: unknown): boolean =>
  value === "" ||
  value === "0" ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);
