import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { RECORD_PARTS, VALUE_PARTS } from "./packed-dictionary.ts";

// Packed bytes are a mark, and a raw deflate stream that began with the dictionary and was flushed instead of ended, without the last
// bytes of the flush. So the streams of many texts can be put behind each other, each after the dictionary as a stored block, and are
// unpacked by one call. Unpacking them one by one costs several times as much as all other work on a value.

/** Last bytes of a flush. */
const FLUSHED = Buffer.of(0, 0, 0xff, 0xff);

/** Last block of a stream, which is empty. */
const END = Buffer.of(1, 0, 0, 0xff, 0xff);

/** Dictionary of some texts. */
export interface Packing {
  /** First byte of packed bytes. */
  readonly mark: number;
  readonly dictionary: Buffer;
  /** The dictionary as a stored block. */
  readonly block: Buffer;
}

function packing(mark: number, dictionary: Buffer): Packing {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(dictionary.length, 1);
  header.writeUInt16LE(0xffff - dictionary.length, 3);
  return { mark, dictionary, block: Buffer.concat([header, dictionary]) };
}

/** Packing of values. */
export const VALUES: Packing = packing(0x76, VALUE_PARTS);

/** Packing of records and metadata. */
export const RECORDS: Packing = packing(0x77, RECORD_PARTS);

const packingOf = (body: Uint8Array): Packing | undefined => [VALUES, RECORDS].find(({ mark }) => body[0] === mark);

const WINDOW = { windowBits: 12, memLevel: 5 };

/** Length in characters up to which a text is packed as well as possible. Beyond it that costs more time than it saves bytes. */
const THOROUGH = 131_072;

/** Output buffer size, in bytes. The default of 16 KB would cost more than most texts. */
const chunkFor = (length: number): number => Math.min(Math.max(length, 1_024), 65_536);

/** Packing what is shorter seldom gains a byte. */
const SHORTEST = 96;

/** First byte of a text that is stored as bytes and not packed. */
const PLAIN = 0x74;

/** A text as bytes, for a database that has no other type for both: packed where that is shorter. */
export const bytesOf = (text: string, kind: Packing = RECORDS, shortest?: number): Buffer =>
  bodyOf(packText(text, kind, shortest));

/** A packed text as bytes. */
export const bodyOf = (packed: string | Uint8Array): Buffer =>
  typeof packed === "string"
    ? Buffer.from(`t${packed}`)
    : Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);

/** Packs a text for a database: the text itself, or fewer bytes that unpack to it. Short texts are not packed. */
export function packText(text: string, { mark, dictionary }: Packing, shortest: number = SHORTEST): string | Buffer {
  // The dictionary begins with such a character, and no JSON contains one: it parts unpacked texts.
  if (text.length < shortest || text.includes("\0")) return text;
  const stream = deflateRawSync(text, {
    ...WINDOW,
    level: text.length > THOROUGH ? 1 : 6,
    dictionary,
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: chunkFor(text.length),
  });
  const packed = Buffer.allocUnsafe(stream.length + 1 - FLUSHED.length);
  packed[0] = mark;
  stream.copy(packed, 1, 0, stream.length - FLUSHED.length);
  return packed.length < text.length * 0.9 ? packed : text;
}

/** The text that was packed, or made bytes of. Throws for bytes of anyone else. */
export function unpackText(body: unknown): string {
  if (typeof body === "string") return body;
  if (!(body instanceof Uint8Array)) throw new TypeError("neither text nor bytes");
  if (body[0] === PLAIN) return Buffer.from(body.subarray(1)).toString("utf8");
  const found = packingOf(body);
  if (found === undefined) throw new TypeError("invalid bytes: nobody has packed them");
  const stream = Buffer.concat([body.subarray(1), FLUSHED, END]);
  return inflateRawSync(stream, { dictionary: found.dictionary, chunkSize: chunkFor(2 * body.length) }).toString(
    "utf8",
  );
}

/** Number of bytes from which on one call unpacks no more. Larger buffers are allocated page by page, which costs more than another call. */
const AT_ONCE = 49_152;

/**
 * Texts of many bodies, by their places. Those that cannot be unpacked are left out. Where a body is damaged, others may come back as
 * wrong texts: a caller whose checksum does not match one unpacks it by itself.
 */
export function unpackTexts(bodies: readonly unknown[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const alone = (place: number): void => {
    try {
      texts.set(place, unpackText(bodies[place]));
    } catch {
      // It is left out.
    }
  };
  const groups = [VALUES, RECORDS].map((each) => new Group(each));
  const flush = (group: Group): void => {
    for (const [index, text] of group.texts().entries()) {
      const place = group.places[index] ?? 0;
      if (text === undefined) alone(place);
      else texts.set(place, text);
    }
    group.clear();
  };
  for (let place = 0; place < bodies.length; place += 1) {
    const body = bodies[place];
    const group = body instanceof Uint8Array ? groups.find((each) => each.mark === body[0]) : undefined;
    if (group === undefined || !(body instanceof Uint8Array)) alone(place);
    else if (group.add(place, body)) flush(group);
  }
  for (const group of groups) flush(group);
  return texts;
}

/** Bodies that are unpacked by one call. */
class Group {
  readonly #packing: Packing;
  places: number[] = [];
  #packed: Uint8Array[] = [];
  #size = 0;

  constructor(shared: Packing) {
    this.#packing = shared;
  }

  get mark(): number {
    return this.#packing.mark;
  }

  /** True if the group is full. */
  add(place: number, body: Uint8Array): boolean {
    this.places.push(place);
    this.#packed.push(body);
    this.#size += body.length + this.#packing.dictionary.length;
    return this.#size >= AT_ONCE;
  }

  clear(): void {
    this.places = [];
    this.#packed = [];
    this.#size = 0;
  }

  /** Texts in order. Undefined for each when they cannot be unpacked together. */
  texts(): readonly (string | undefined)[] {
    const together = this.#packed.length > 1 ? textsTogether(this.#packed, this.#packing) : null;
    return together ?? this.#packed.map(() => undefined);
  }
}

/** Texts of packed bodies in order. Null when they cannot be unpacked together. */
function textsTogether(packed: readonly Uint8Array[], { dictionary, block }: Packing): readonly string[] | null {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const body of packed) {
    parts.push(block, body.subarray(1), FLUSHED);
    size += dictionary.length + 3 * body.length;
  }
  parts.push(END);
  const texts: string[] = [];
  try {
    const bytes = inflateRawSync(Buffer.concat(parts), { chunkSize: Math.max(size, 1_024) });
    for (let start = dictionary.length; start <= bytes.length;) {
      const next = bytes.indexOf(0, start);
      const end = next === -1 ? bytes.length : next;
      texts.push(bytes.toString("utf8", start, end));
      start = end + dictionary.length;
      if (next === -1) break;
    }
  } catch {
    return null;
  }
  return texts.length === packed.length ? texts : null;
}
