import { idOf, storedId } from "./stored-id.ts";

/** Positions of the dashes in a UUID. */
const PARTED: ReadonlySet<number> = new Set([8, 13, 18, 23]);
const LENGTH = 36;

/** The bytes of a UUID; those whose first one is zero are left to all that comes before every UUID. */
const BYTES = 16;
const BEFORE_ALL = Buffer.of(0);
const SMALLEST = "01".padEnd(2 * BYTES, "0");

/**
 * An id as bytes that sort as the ids do: a UUID as its 16, anything else behind the last UUID that does not come after it.
 */
export function idBytes(id: string): Buffer {
  if (UUID.test(id)) return Buffer.from(id.replaceAll("-", ""), "hex");
  const stored = storedId(id);
  const anchor = anchorOf(stored) ?? "";
  return Buffer.concat([anchor < SMALLEST ? BEFORE_ALL : Buffer.from(anchor, "hex"), Buffer.from(stored)]);
}

/** The id that stands there. */
export function idOfBytes(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) return "";
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer[0] === 0) return idOf(buffer.toString("utf8", 1));
  if (buffer.length > BYTES) return idOf(buffer.toString("utf8", BYTES));
  const hex = buffer.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const UUID = /^(?!00)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The digits of the last UUID that does not come after a text; null if there is not one. */
function anchorOf(text: string): string | null {
  let digits = "";
  for (let place = 0; place < LENGTH; place += 1) {
    const found = text[place] ?? "";
    if (PARTED.has(place)) {
      if (found === "-") continue;
      return found > "-" ? filled(digits) : before(digits);
    }
    if (/^[\da-f]$/.test(found)) digits += found;
    else if (found < "0") return before(digits);
    else return filled(found < "a" ? `${digits}9` : digits);
  }
  return digits;
}

const filled = (digits: string): string => digits.padEnd(2 * BYTES, "f");

function before(digits: string): string | null {
  const next = BigInt(`0x${digits.padEnd(2 * BYTES, "0")}`);
  return next === 0n ? null : (next - 1n).toString(16).padStart(2 * BYTES, "0");
}
