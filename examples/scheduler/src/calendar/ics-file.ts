import ICAL from "ical.js";
import { z } from "zod";

/** Property of a component: its parameters, and its values as jCal (RFC 7265). */
export interface IcsProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly values: readonly unknown[];
}

/** Component of a calendar, parsed by itself, so that a broken one costs only itself. */
export interface IcsComponent {
  readonly name: string;
  readonly properties: readonly IcsProperty[];
  /** Lines that are not valid iCalendar. */
  readonly unreadable: readonly string[];
  /** Text of a VTIMEZONE, including its observances; the own lines of any other component. */
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
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0x42 && second === 0);
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x42);
  if (isUtf16 || isBigEndian) return unwrap(new TextDecoder(isBigEndian ? "utf-16be" : "utf-16le").decode(bytes));
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

interface OpenComponent {
  readonly name: string;
  readonly lines: string[];
  /** Names of the components that are open inside it. */
  readonly open: string[];
}

/** Splits a text into its calendars and their components. Text outside of them is ignored; no calendar gives an empty list. */
export function readCalendars(text: string): readonly IcsCalendar[] {
  const calendars: { timeZone: string | null; components: IcsComponent[] }[] = [];
  const begun: OpenComponent[] = [];
  const close = (complete: boolean): void => {
    const component = begun.pop();
    if (component === undefined) return;
    if (calendars.length === 0) calendars.push({ timeZone: null, components: [] });
    calendars.at(-1)?.components.push(parseComponent(component, complete));
  };
  for (const line of unwrap(text.replace(controls, "")).split(/\r\n|\n|\r/)) {
    const [, edge, typed = ""] = /^\uFEFF?(BEGIN|END):\s*([\w-]{1,40})\s*$/i.exec(line) ?? [];
    const [begins, name] = [edge?.toUpperCase() === "BEGIN", typed.toUpperCase()];
    const [component] = begun;
    if (name === "VCALENDAR" || (begins && name === component?.name)) {
      close(false);
      if (name !== "VCALENDAR") begun.push({ name, lines: [], open: [] });
      else if (begins) calendars.push({ timeZone: null, components: [] });
    } else if (component === undefined) {
      const calendar = calendars.at(-1);
      const zone = /^X-WR-TIMEZONE[^:]*:\s*"?([^"\s]+)/i.exec(line)?.[1];
      if (begins) begun.push({ name, lines: [], open: [] });
      else if (calendar !== undefined && zone !== undefined) calendar.timeZone = zone;
    } else if (edge !== undefined && !begins && name === component.name) close(true);
    else {
      if (begins) component.open.push(name);
      // An alarm inside an event has its own description.
      if (component.open.length === 0 || component.name === "VTIMEZONE") component.lines.push(line);
      if (edge !== undefined && !begins) component.open.length = Math.max(0, component.open.lastIndexOf(name));
    }
  }
  close(false);
  return calendars;
}

/** Property as ical.js returns it: name, parameters, type and values. */
const JcalProperty = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()]).rest(z.unknown());

function parseComponent({ name, lines, open }: OpenComponent, complete: boolean): IcsComponent {
  const properties: IcsProperty[] = [];
  const unreadable: string[] = [];
  const written = lines.filter((line) => line.trim() !== "");
  if (name !== "VTIMEZONE")
    for (const line of written) {
      const property = parseProperty(line);
      if (property === null) unreadable.push(line);
      else properties.push(property);
    }
  const text = ["BEGIN:VTIMEZONE", ...written, "END:VTIMEZONE"].join("\r\n");
  return { name, properties, unreadable, text, complete: complete && open.length === 0 };
}

/** Parses a line with ical.js; null for a line that is not valid. A recurrence rule stays as it is written. */
function parseProperty(line: string): IcsProperty | null {
  const [, ruleName, rule] = /^(RRULE|EXRULE)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
  if (ruleName !== undefined && rule !== undefined)
    return {
      name: ruleName.toLowerCase(),
      parameters: {},
      type: "recur",
      values: [rule.replaceAll(/\s|;+\s*$/g, "").toUpperCase()],
    };
  try {
    const [name, parameters, type, ...values] = JcalProperty.parse(ICAL.Property.fromString(line).toJSON());
    return { name, parameters, type, values };
  } catch {
    return null;
  }
}
