import ICAL from "ical.js";
import { z } from "zod";

/** Property as jCal (RFC 7265): name, parameters, type and values. */
const JcalProperty = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()]).rest(z.unknown());
export type JcalProperty = z.infer<typeof JcalProperty>;

/** Parses a line with ical.js. Throws for a line that is not valid. */
export const readProperty = (line: string): JcalProperty => JcalProperty.parse(ICAL.Property.fromString(line).toJSON());

/** Thrown while a component is read: the component is skipped, and the message is the reason. */
export class SkipReason extends Error {}

/** Event, task or other component, parsed by itself, so that a broken one costs only itself. */
export type IcsComponent = ReturnType<typeof parseComponent>;

/** Content of a file: its X-WR-TIMEZONE, the text of each VTIMEZONE by its TZID, and its other components. */
export interface IcsCalendar {
  readonly timeZone: string;
  readonly zones: ReadonlyMap<string, string>;
  readonly components: readonly IcsComponent[];
}

/** Decodes a file. Some programs wrap lines inside a character, so octets are joined before they are decoded. */
export const decodeIcs = (bytes: Uint8Array): string =>
  new TextDecoder().decode(Buffer.from(unwrap(Buffer.from(bytes).toString("latin1")), "latin1"));

const unwrap = (text: string): string => text.replace(/\r?\n[ \t]/g, "");

/** RFC 5545 allows no control characters, and terminals that print the text would interpret them. */
// oxlint-disable-next-line no-control-regex -- this removes control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Value of a property in a text, without quotes; empty if it is not there. */
export const lineOf = (text: string, name: string): string =>
  new RegExp(`^${name}[^:\n]*:[ "]*(.*?)[ "]*$`, "im").exec(text)?.[1] ?? "";

/** Maximum number of VTIMEZONE components that are read. Each takes milliseconds, so a file full of them could block the machine. */
const maxZones = 200;

/** Splits a text into its components; null for a text without a calendar. Text outside of them is ignored. */
export function readCalendar(text: string): IcsCalendar | null {
  const plain = unwrap(text.replace(controls, "")).replaceAll(/\r\n?/g, "\n");
  const blocks = plain.split(/^BEGIN:\s*(?=V(?:CALENDAR|EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE)\s*$)/im).slice(1);
  if (blocks.length === 0) return null;
  const zones = new Map<string, string>();
  const components: IcsComponent[] = [];
  for (const block of blocks) {
    const name = /^\w+/.exec(block)?.[0].toUpperCase() ?? "";
    const [inside = "", ...rest] = block.replace(/^.*\n?/, "").split(new RegExp(`^END:\\s*${name}\\s*$`, "im"));
    if (name === "VTIMEZONE" && zones.size < maxZones) zones.set(lineOf(inside, "TZID"), inside);
    else if (name !== "VTIMEZONE" && name !== "VCALENDAR")
      components.push(parseComponent(name, inside, rest.length > 0));
  }
  return { timeZone: lineOf(plain, "X-WR-TIMEZONE"), zones, components };
}

function parseComponent(name: string, inside: string, isClosed: boolean) {
  // An alarm inside an event has its own description.
  const text = inside.replaceAll(/^BEGIN:\s*(\S+)\s*$[^]*?^END:\s*\1\s*$/gim, "");
  const properties: JcalProperty[] = [];
  /** Lines that are not valid iCalendar. */
  const unreadable: string[] = [];
  for (const line of text.split("\n").filter((each) => each.trim() !== ""))
    try {
      // A recurrence rule stays as it is written, as `x-rrule`.
      properties.push(readProperty(line.replace(/^(?=RRULE|EXRULE)/i, "X-")));
    } catch {
      unreadable.push(line);
    }
  // A component without its end is not complete.
  return { name, properties, unreadable, complete: isClosed && !/^BEGIN:/im.test(text) };
}
