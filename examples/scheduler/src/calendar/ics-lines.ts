/** Line of an iCalendar file: name, parameters without quotes, and the raw value. */
export interface ContentLine {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
}

/** Content between BEGIN and END. */
export interface Component {
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly components: readonly Component[];
}

interface OpenComponent extends Component {
  readonly lines: ContentLine[];
  readonly components: Component[];
}

/** Maximum nesting depth of components. */
const maxDepth = 8;

/**
 * Splits an iCalendar file into its components (RFC 5545, 3.1). It joins continuation lines, accepts CRLF or LF with or without a
 * byte order mark, and respects quotes. Returns the problem as half a sentence when the file is malformed.
 *
 * ts-ics parses values well but not files: its regular expressions take quadratic time on hostile input, and it drops RDATE,
 * RESOURCES, quoted parameters and lines with unexpected names.
 */
export function readComponents(text: string): readonly Component[] | { readonly problem: string } {
  const root: OpenComponent = { name: "", lines: [], components: [] };
  const open = [root];
  for (const { text: line, number } of joinedLines(text)) {
    const content = readLine(line);
    if (content === null) return { problem: `line ${number} is not a calendar line` };
    const current = open.at(-1) ?? root;
    const component = content.value.trim().toUpperCase();
    if (content.name === "BEGIN") {
      if (open.length > maxDepth) return { problem: `line ${number} nests components too deeply` };
      const inner: OpenComponent = { name: component, lines: [], components: [] };
      current.components.push(inner);
      open.push(inner);
    } else if (content.name === "END") {
      if (current === root || current.name !== component)
        return {
          problem: `line ${number} ends ${component.slice(0, 40)}, which was not started or has open components`,
        };
      open.pop();
    } else if (current === root) return { problem: `line ${number} is outside a calendar` };
    else current.lines.push(content);
  }
  const [, unfinished] = open;
  return unfinished === undefined
    ? root.components
    : { problem: `it ends within its ${open.at(-1)?.name.slice(0, 40)}` };
}

/** RFC 5545 allows no control characters, and terminals that print the text would interpret them. */
// oxlint-disable-next-line no-control-regex -- this removes control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

function joinedLines(text: string): readonly { readonly text: string; readonly number: number }[] {
  const lines: { text: string; number: number }[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .replace(controls, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) last.text += line.slice(1);
    else if (line.trim() !== "") lines.push({ text: line, number: index + 1 });
  }
  return lines;
}

/** `NAME;PARAM=value;PARAM="quoted: value":value`. */
const linePattern = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s;
/** Accepts parameters that violate the standard, as some programs write them. */
const lenientPattern = /^([\w-]+)(;[^:]*):(.*)$/s;
const parameterPattern = /;([\w-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/g;

function readLine(line: string): ContentLine | null {
  const [, name, parameters = "", value = ""] = linePattern.exec(line) ?? lenientPattern.exec(line) ?? [];
  if (name === undefined) return null;
  const options = Object.fromEntries(
    [...parameters.matchAll(parameterPattern)].map(([, key = "", text = ""]) => [
      key.toUpperCase(),
      text.replaceAll('"', ""),
    ]),
  );
  return { name: name.toUpperCase(), options, value };
}

const maxOctets = 75;

/** Wraps a line at 75 octets, never inside a character, and ends it with CRLF. */
export function wrapLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      parts.push(part);
      part = "";
      // The leading space of a continuation line counts too.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return `${[...parts, part].join("\r\n ")}\r\n`;
}
