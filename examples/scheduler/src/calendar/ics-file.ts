import ICAL from "ical.js";
import { z } from "zod";

/** Property as jCal (RFC 7265): name, parameters, type and values. */
const JcalProperty = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()]).rest(z.unknown());
export type JcalProperty = z.infer<typeof JcalProperty>;

/** Parses a line with ical.js. Throws for a line that is not valid. */
export const readProperty = (line: string): JcalProperty => JcalProperty.parse(ICAL.Property.fromString(line).toJSON());

/** Thrown while a component is read: the component is skipped, and the message is the reason. */
export class SkipReason extends Error {}

/** Component of a calendar, parsed by itself, so that a broken one costs only itself. */
export interface IcsComponent {
  readonly name: string;
  readonly properties: readonly JcalProperty[];
  /** Lines that are not valid iCalendar. */
  readonly unreadable: readonly string[];
  /** Its own lines; those of a VTIMEZONE include its observances. */
  readonly text: string;
  /** False if the component was not closed. */
  readonly complete: boolean;
}

/** VCALENDAR of a file. */
export interface IcsCalendar {
  readonly timeZone: string | null;
  readonly components: readonly IcsComponent[];
}

/**
 * Decodes a file as UTF-16 or UTF-8, or else as latin-1, and joins its wrapped lines.
 *
 * Some programs wrap lines inside a character, so octets are joined before they are decoded.
 */
export function decodeIcs(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder("utf-16be").decode(bytes);
  const joined = Buffer.from(unwrap(Buffer.from(bytes).toString("latin1")), "latin1");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(joined);
  } catch {
    return new TextDecoder("windows-1252").decode(joined);
  }
}

const unwrap = (text: string): string => text.replace(/\r?\n[ \t]/g, "");

/** RFC 5545 allows no control characters, and terminals that print the text would interpret them. */
// oxlint-disable-next-line no-control-regex -- this removes control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

const beginnings = /^(?=BEGIN:\s*V(?:CALENDAR|EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE)\s*$)/im;

/** Maximum number of VTIMEZONE components that are read. Each takes milliseconds, so a file full of them could block the machine. */
const maxZones = 200;

/** Splits a text into its calendars and their components. Text outside of them is ignored; no calendar gives an empty list. */
export function readCalendars(text: string): readonly IcsCalendar[] {
  const calendars: { timeZone: string | null; components: IcsComponent[] }[] = [];
  let zones = 0;
  for (const block of unwrap(text.replace(controls, "")).replaceAll(/\r\n?/g, "\n").split(beginnings)) {
    const name = /^BEGIN:\s*(\w+)/i.exec(block)?.[1]?.toUpperCase();
    if (name === undefined) continue;
    const timeZone = /^X-WR-TIMEZONE[^:\n]*:[ "]*([^"\s]+)/im.exec(block)?.[1] ?? null;
    if (name === "VCALENDAR" || calendars.length === 0) calendars.push({ timeZone, components: [] });
    if (name === "VTIMEZONE") zones += 1;
    if (name === "VCALENDAR" || (name === "VTIMEZONE" && zones > maxZones)) continue;
    calendars.at(-1)?.components.push(parseComponent(name, block));
  }
  return calendars;
}

function parseComponent(name: string, block: string): IcsComponent {
  const [inside = "", ...rest] = block.replace(/^.*\n?/, "").split(new RegExp(`^END:\\s*${name}\\s*$`, "im"));
  // An alarm inside an event has its own description.
  const text = name === "VTIMEZONE" ? inside : inside.replaceAll(/^BEGIN:\s*(\S+)\s*$[^]*?^END:\s*\1\s*$/gim, "");
  const properties: JcalProperty[] = [];
  const unreadable: string[] = [];
  for (const line of name === "VTIMEZONE" ? [] : text.split("\n").filter((each) => each.trim() !== ""))
    try {
      // A recurrence rule stays as it is written, as `x-rrule`.
      properties.push(readProperty(line.replace(/^(?=RRULE|EXRULE)/i, "X-")));
    } catch {
      unreadable.push(line);
    }
  return { name, properties, unreadable, text, complete: rest.length > 0 && !/^BEGIN:/im.test(text) };
}
