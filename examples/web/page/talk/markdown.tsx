import { Children, Fragment, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { citationParts, type CitedSource } from "./citations.ts";
import { Whole } from "./text.tsx";

interface MarkdownProps {
  readonly text: string;
  /** Sources that numbers such as `[1]` refer to. Defaults to none. */
  readonly sources?: readonly CitedSource[];
}

/** Markdown as elements. HTML in it stays text, no image is loaded, and only http and https addresses become links. */
export const Markdown = ({ text, sources = [] }: MarkdownProps) => (
  <div className="markdown">
    <ReactMarkdown remarkPlugins={[remarkGfm]} urlTransform={webAddress} components={componentsFor(sources)}>
      {withIndents(text)}
    </ReactMarkdown>
  </div>
);

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

const webAddress = (address: string): string =>
  URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol) ? address : "";

const link = (address: string | undefined, content: ReactNode): ReactNode =>
  address === undefined || address === "" ? (
    content
  ) : (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {content}
    </a>
  );

/** Text with its citations as links, and with what must stay on one line. A citation opens its source in the same tab; its page leads back. */
const written = (children: ReactNode, sources: readonly CitedSource[]): ReactNode =>
  Children.toArray(children).map((child, at) =>
    typeof child !== "string" || child === "\n"
      ? child !== "\n" && child
      : citationParts(child, sources).map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their places
          <Fragment key={`${at}/${index}`}>
            {typeof part === "string" ? (
              <Whole text={part} />
            ) : (
              <a className="citation" href={part.address} title={part.reference}>
                [{part.number}]
              </a>
            )}
          </Fragment>
        )),
  );

/** Elements of Markdown. The page has the headings of the first two levels. */
function componentsFor(sources: readonly CitedSource[]): Components {
  const text = (children: ReactNode) => written(children, sources);
  return {
    h1: ({ children }) => <h3>{text(children)}</h3>,
    h2: ({ children }) => <h4>{text(children)}</h4>,
    h3: ({ children }) => <h5>{text(children)}</h5>,
    h4: ({ children }) => <h5>{text(children)}</h5>,
    p: ({ children }) => <p>{text(children)}</p>,
    li: ({ children, className }) => <li className={className}>{text(children)}</li>,
    strong: ({ children }) => <strong>{text(children)}</strong>,
    em: ({ children }) => <em>{text(children)}</em>,
    td: ({ children, style }) => <td style={style}>{text(children)}</td>,
    th: ({ children, style }) => (
      <th scope="col" style={style}>
        {text(children)}
      </th>
    ),
    a: ({ href, children }) => link(href, children),
    img: ({ src, alt }) => link(typeof src === "string" ? src : undefined, alt ?? ""),
    code: ({ children }) => <code>{typeof children === "string" ? children.replace(/\n$/, "") : children}</code>,
    pre: ({ children }) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      <pre role="group" aria-label="Code" tabIndex={0}>
        {children}
      </pre>
    ),
    table: ({ children }) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      <div className="scroll" role="group" aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
  };
}
