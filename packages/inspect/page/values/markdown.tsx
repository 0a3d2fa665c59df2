import { MoreButton } from "../elements/buttons.tsx";
import { Marked, type Token, type Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { visibleText } from "../../src/values/visible-text.ts";

const marked = new Marked({ gfm: true, breaks: true });

/** Longest text that is read as Markdown, in characters. */
const MAX_LENGTH = 50_000;

/** Signs of Markdown: text without any is the same as plain text. */
const SIGNS = /[*_`#|>~[\]]|^\s*(?:[-+]|\d+[.)])\s/m;

/** Text as Markdown. Elements are made from tokens: HTML in the text stays text, nothing is loaded, and no address is opened. */
export function Markdown({ text: stored }: { readonly text: string }) {
  const text = visibleText(stored);
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (tokens === null) return <p class="text">{text}</p>;
  return <div class="markdown">{tokens.map((token) => block(token))}</div>;
}

function tokensOf(text: string): readonly Token[] | null {
  if (text.length > MAX_LENGTH || !SIGNS.test(text)) return null;
  try {
    return marked.lexer(text);
  } catch {
    // Too deeply nested.
    return null;
  }
}

/** Tokens inside of a token. */
const inside = (token: Token): readonly Token[] => ("tokens" in token ? (token.tokens ?? []) : []);

const isOf = <Type extends Tokens.Generic>(token: Token, type: string): token is Token & Type => token.type === type;

function block(token: Token): ComponentChildren {
  if (isOf<Tokens.Heading>(token, "heading")) return <p class={`heading d${token.depth}`}>{phrases(inside(token))}</p>;
  if (isOf<Tokens.List>(token, "list")) {
    const items = token.items.map((item, index) => <li key={index}>{item.tokens.map((each) => block(each))}</li>);
    return token.ordered ? <ol start={token.start === "" ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
  }
  if (isOf<Tokens.Code>(token, "code")) return <pre>{token.text}</pre>;
  if (isOf<Tokens.Blockquote>(token, "blockquote"))
    return <blockquote>{inside(token).map((each) => block(each))}</blockquote>;
  if (isOf<Tokens.Table>(token, "table")) return table(token);
  if (token.type === "paragraph") return <p>{phrases(inside(token))}</p>;
  if (token.type === "text") return <span>{inside(token).length > 0 ? phrases(inside(token)) : token.raw}</span>;
  if (token.type === "hr") return <hr />;
  if (token.type === "space" || token.type === "def") return null;
  return <p class="text">{token.raw}</p>;
}

const table = ({ header, rows }: Tokens.Table): ComponentChildren => (
  <table>
    <thead>
      <tr>
        {header.map(({ tokens }, index) => (
          <th key={index} scope="col">
            {phrases(tokens)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, row) => (
        <tr key={row}>
          {cells.map(({ tokens }, index) => (
            <td key={index}>{phrases(tokens)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const phrases = (tokens: readonly Token[]): ComponentChildren => tokens.map((token) => phrase(token));

function phrase(token: Token): ComponentChildren {
  if (token.type === "strong") return <strong>{phrases(inside(token))}</strong>;
  if (token.type === "em") return <em>{phrases(inside(token))}</em>;
  if (token.type === "del") return <s>{phrases(inside(token))}</s>;
  if (isOf<Tokens.Codespan>(token, "codespan")) return <code>{token.text}</code>;
  if (token.type === "br") return <br />;
  // A debugger shows where a link leads, and does not lead there.
  if (isOf<Tokens.Link>(token, "link"))
    return (
      <span class="address" title={token.href}>
        {phrases(inside(token))}
      </span>
    );
  if (isOf<Tokens.Escape>(token, "escape")) return token.text;
  if (token.type === "text" && inside(token).length > 0) return phrases(inside(token));
  return token.raw;
}

/** A text as Markdown or as it is. */
export function Text({ value }: { readonly value: string }) {
  const [isPlain, setPlain] = useState(!looksLikeMarkdown(value));
  if (value === "") return <p class="dim">empty text</p>;
  return (
    <>
      {isPlain ? <p class="text">{visibleText(value)}</p> : <Markdown text={value} />}
      {looksLikeMarkdown(value) ? (
        <MoreButton onChoose={() => setPlain(!isPlain)}>{isPlain ? "Show as Markdown" : "Show as text"}</MoreButton>
      ) : null}
    </>
  );
}

/** True for a text with headings, lists, tables, code or emphasis. */
const looksLikeMarkdown = (text: string): boolean =>
  /^(?:#{1,6} |[-*] |\d+[.] |```|\|)|\*\*\S/m.test(text.slice(0, 5_000));
