import { Marked, type Token, type Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { citationParts, type CitedSource } from "./citations.ts";
import { Whole } from "./whole.tsx";

const marked = new Marked({ gfm: true, breaks: true });

/** Longest text that is read as Markdown, in characters. */
const MAX_LENGTH = 100_000;

interface MarkdownProps {
  readonly text: string;
  /** Sources that numbers in the text refer to. */
  readonly sources?: readonly CitedSource[];
}

/**
 * Text of an agent as Markdown. Elements are made from tokens: HTML in the text stays text, nothing is loaded, and only http and https
 * addresses become links.
 */
export function Markdown({ text, sources = [] }: MarkdownProps) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (tokens === null) return <p class="plain">{text}</p>;
  return <div class="markdown">{blocks(tokens, sources)}</div>;
}

function tokensOf(text: string): readonly Token[] | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    return marked.lexer(withIndents(text));
  } catch {
    // Too deeply nested.
    return null;
  }
}

/** Line that continues a paragraph with an indent, as plain text does. Markdown would drop the indent. */
const INDENTED = /^( {2,}|\t+)(?![-*+>#|]|\d+[.)])(?=\S)/;

/** Keeps the indents of plain text, outside of lists and code. */
function withIndents(text: string): string {
  let isPlain = false;
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
      const kept = isPlain && !isCode ? line.replace(INDENTED, (indent) => "\u00a0".repeat(indent.length)) : line;
      isPlain = line.trim() !== "" && (isPlain || !/^\s/.test(line)) && !/^\s*([-*+]|\d+[.)])\s/.test(line);
      return kept;
    })
    .join("\n");
}

type Sources = readonly CitedSource[];

const blocks = (tokens: readonly Token[], sources: Sources): ComponentChildren =>
  tokens.map((token) => block(asKnown(token), sources));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the union of all tokens has one member for tokens of extensions, which are not used
const asKnown = (token: Token): Known => token as Known;

type Known =
  | Tokens.Blockquote
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.Def
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Image
  | Tokens.Link
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Strong
  | Tokens.Table
  | Tokens.Text;

function block(token: Known, sources: Sources): ComponentChildren {
  switch (token.type) {
    case "paragraph":
      return <p>{phrases(token.tokens, sources)}</p>;
    case "heading":
      return heading(token.depth, phrases(token.tokens, sources));
    case "list": {
      const items = token.items.map((item) => (
        <li class={item.task ? "task" : undefined}>{blocks(item.tokens, sources)}</li>
      ));
      return token.ordered ? <ol start={token.start === "" ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "code":
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        <pre role="group" aria-label="Code" tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote>{blocks(token.tokens, sources)}</blockquote>;
    case "table":
      return table(token, sources);
    case "hr":
      return <hr />;
    case "space":
    case "def":
      return null;
    case "html":
      return <p class="plain">{token.raw.trimEnd()}</p>;
    case "br":
    case "checkbox":
    case "codespan":
    case "del":
    case "em":
    case "escape":
    case "image":
    case "link":
    case "strong":
    case "text":
    default:
      return inline(token, sources);
  }
}

/** Headings of messages are below those of the page. */
function heading(depth: number, content: ComponentChildren): ComponentChildren {
  if (depth <= 1) return <h3>{content}</h3>;
  return depth === 2 ? <h4>{content}</h4> : <h5>{content}</h5>;
}

const table = ({ header, rows }: Tokens.Table, sources: Sources): ComponentChildren => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
  <div class="scroll" role="group" aria-label="Table" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {header.map(({ tokens, align }) => (
            <th scope="col" class={align ?? undefined}>
              {phrases(tokens, sources)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map(({ tokens, align }) => (
              <td class={align ?? undefined}>{phrases(tokens, sources)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const phrases = (tokens: readonly Token[] | undefined, sources: Sources): ComponentChildren =>
  (tokens ?? []).map((token) => inline(asKnown(token), sources));

function inline(token: Known, sources: Sources): ComponentChildren {
  switch (token.type) {
    case "text":
      return "tokens" in token && token.tokens !== undefined
        ? phrases(token.tokens, sources)
        : cited(token.text, sources);
    case "strong":
      return <strong>{phrases(token.tokens, sources)}</strong>;
    case "em":
      return <em>{phrases(token.tokens, sources)}</em>;
    case "del":
      return <del>{phrases(token.tokens, sources)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token.href, phrases(token.tokens, sources));
    case "image":
      return link(token.href, token.text === "" ? token.href : token.text);
    case "escape":
      return token.text;
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "blockquote":
    case "code":
    case "def":
    case "heading":
    case "hr":
    case "html":
    case "list":
    case "paragraph":
    case "space":
    case "table":
    default:
      return token.raw;
  }
}

function link(address: string, content: ComponentChildren): ComponentChildren {
  if (!URL.canParse(address) || !["http:", "https:"].includes(new URL(address).protocol)) return content;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {content}
    </a>
  );
}

/** A citation opens its source in the same tab; its page leads back. */
const cited = (text: string, sources: Sources): ComponentChildren =>
  citationParts(decoded(text), sources).map((part) =>
    typeof part === "string" ? (
      <Whole text={part} />
    ) : (
      <a class="citation" href={part.address} title={part.reference}>
        [{part.number}]
      </a>
    ),
  );

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

/** Text with the characters that its common entities stand for. It becomes a text node, so they cannot become markup. */
const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
