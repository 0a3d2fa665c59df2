/** One line of an iCalendar file: name, parameters without quotes, and the value as it stands. */
export interface ContentLine {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
}

/** What stands between a BEGIN and its END. */
export interface Component {
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly components: readonly Component[];
}

interface OpenComponent extends Component {
  readonly lines: ContentLine[];
  readonly components: Component[];
}

/** Deeper nesting than any calendar has. */
const deepest = 8;

/**
 * Splits the text of an iCalendar file into its components (RFC 5545, 3.1): folded lines joined, CRLF or LF, with
 * or without a byte order mark, quotes respected. Gives half a sentence instead when the file is broken.
 *
 * ts-ics reads values well but not files: it cuts them with regular expressions that take time quadratic in
 * hostile input, and loses RDATE, RESOURCES, quoted parameters and every line whose name it does not expect.
 */
export function readComponents(text: string): readonly Component[] | { readonly problem: string } {
  const root: OpenComponent = { name: "", lines: [], components: [] };
  const open = [root];
  for (const { text: line, number } of unfold(text)) {
    const content = readLine(line);
    if (content === null) return { problem: `line ${number} is no line of a calendar` };
    const current = open.at(-1) ?? root;
    const component = content.value.trim().toUpperCase();
    if (content.name === "BEGIN") {
      if (open.length > deepest) return { problem: `line ${number} nests components too deep` };
      const inner: OpenComponent = { name: component, lines: [], components: [] };
      current.components.push(inner);
      open.push(inner);
    } else if (content.name === "END") {
      if (current === root || current.name !== component)
        return {
          problem: `line ${number} ends ${component.slice(0, 40)}, which was not begun or has parts still open`,
        };
      open.pop();
    } else if (current === root) return { problem: `line ${number} stands outside of a calendar` };
    else current.lines.push(content);
  }
  const [, unfinished] = open;
  return unfinished === undefined
    ? root.components
    : { problem: `it ends within its ${open.at(-1)?.name.slice(0, 40)}` };
}

/** RFC 5545 allows no control characters; what is read ends on terminals, which obey them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

function unfold(text: string): readonly { readonly text: string; readonly number: number }[] {
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
/** Some programs write parameters that are against the rules; what can be understood of them still is. */
const carelessPattern = /^([\w-]+)(;[^:]*):(.*)$/s;
const parameterPattern = /;([\w-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/g;

function readLine(line: string): ContentLine | null {
  const [, name, parameters = "", value = ""] = linePattern.exec(line) ?? carelessPattern.exec(line) ?? [];
  if (name === undefined) return null;
  const options = Object.fromEntries(
    [...parameters.matchAll(parameterPattern)].map(([, key = "", text = ""]) => [
      key.toUpperCase(),
      text.replaceAll('"', ""),
    ]),
  );
  return { name: name.toUpperCase(), options, value };
}

const mostOctets = 75;

/** Folds a line to at most 75 octets, never inside a character, and ends it with CRLF. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > mostOctets) {
      parts.push(part);
      part = "";
      // The space that marks a continuation counts too.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return `${[...parts, part].join("\r\n ")}\r\n`;
}
