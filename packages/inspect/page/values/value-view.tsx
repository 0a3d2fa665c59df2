import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { messageText, messageType } from "../../src/history/messages.ts";
import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { Markdown } from "./markdown.tsx";
import { countText, listParts, previewText } from "./text.ts";

/** Maximum number of parts that are shown at once. */
const STEP = 100;

/** A value as people read it: text, a conversation, a table or a tree. */
export function ValueView({ value }: { readonly value: Plain }) {
  if (isPlainList(value)) {
    const { items, earlier } = listParts(value);
    const note = earlier === 0 ? null : <p class="dim">{countText(earlier, "earlier item")} not loaded</p>;
    const columns = tableColumns(items);
    if (items.length > 0 && items.every((each) => messageType(each) !== null)) {
      return (
        <>
          {note}
          <Conversation messages={items} />
        </>
      );
    }
    if (columns !== null) {
      return (
        <>
          {note}
          <Table rows={items} columns={columns} />
        </>
      );
    }
  }
  if (typeof value === "string") return <Text value={value} />;
  return (
    <div class="tree">
      <Tree value={value} depth={0} />
    </div>
  );
}

/** A text as Markdown or as it is. */
function Text({ value }: { readonly value: string }) {
  const [isPlain, setPlain] = useState(!looksLikeMarkdown(value));
  if (value === "") return <p class="dim">empty text</p>;
  return (
    <>
      {isPlain ? <p class="text">{value}</p> : <Markdown text={value} />}
      {looksLikeMarkdown(value) ? (
        <button type="button" class="more" onClick={() => setPlain(!isPlain)}>
          {isPlain ? "Show as Markdown" : "Show as text"}
        </button>
      ) : null}
    </>
  );
}

/** True for a text with headings, lists, tables, code or emphasis. */
const looksLikeMarkdown = (text: string): boolean =>
  /^(?:#{1,6} |[-*] |\d+[.] |```|\|)|\*\*\S/m.test(text.slice(0, 5_000));

const isFlat = (value: Plain | undefined): boolean =>
  value === undefined || value === null || typeof value !== "object";

/** Columns of a list of equal, flat records. Null for any other list. */
function tableColumns(list: readonly Plain[]): readonly string[] | null {
  const [first] = list;
  if (list.length < 2 || !isPlainRecord(first)) return null;
  const columns = Object.keys(first);
  if (columns.length < 2 || columns.length > 6) return null;
  const fits = list.every(
    (row) =>
      isPlainRecord(row) &&
      Object.keys(row).length <= columns.length &&
      Object.entries(row).every(
        ([name, cell]) => columns.includes(name) && isFlat(cell) && previewText(cell).length < 80,
      ),
  );
  return fits ? columns : null;
}

function Table({ rows, columns }: { readonly rows: readonly Plain[]; readonly columns: readonly string[] }) {
  const [count, setCount] = useState(STEP);
  return (
    <div class="table-box">
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name}>
                  <Leaf value={isPlainRecord(row) ? (row[name] ?? null) : null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <More shown={count} total={rows.length} onMore={() => setCount(count + STEP)} />
    </div>
  );
}

const SPEAKERS: Readonly<Record<string, string>> = { human: "User", ai: "Assistant", tool: "Tool", system: "System" };

/** Messages as a conversation, the newest at the end. */
export function Conversation({ messages }: { readonly messages: readonly Plain[] }) {
  const [count, setCount] = useState(30);
  const shown = messages.slice(-count);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The newest message is what people look for.
    const scroller = box.current?.closest(".detail-value");
    if (scroller !== null && scroller !== undefined) scroller.scrollTop = scroller.scrollHeight;
  }, [messages]);
  return (
    <div class="conversation" ref={box}>
      <More shown={count} total={messages.length} word="earlier" onMore={() => setCount(count + STEP)} />
      {shown.map((message, index) => (
        <Message key={index} message={message} />
      ))}
    </div>
  );
}

function Message({ message }: { readonly message: Plain }) {
  const type = messageType(message);
  if (!isPlainRecord(message) || type === null) return <p class="dim">{previewText(message)}</p>;
  const { content: _content, type: _type, role: _role, name, id: _id, ...rest } = message;
  const calls = rest["tool_calls"];
  const text = messageText(message);
  return (
    <article class={`message ${type}`}>
      <header>
        <span>{SPEAKERS[type] ?? type}</span>
        {typeof name === "string" ? <span class="dim">{name}</span> : null}
      </header>
      {text === "" ? null : type === "ai" || type === "human" ? <Markdown text={text} /> : <p class="text">{text}</p>}
      {isPlainList(calls)
        ? calls.map((call, index) => (
            <p key={index} class="call">
              {isPlainRecord(call)
                ? `${previewText(call["name"])} ${previewText(call["args"] ?? null, 400)}`
                : previewText(call)}
            </p>
          ))
        : null}
      {Object.keys(rest).length === 0 ? null : <Branch name="details" value={rest} depth={1} isOpen={false} />}
    </article>
  );
}

function More({
  shown,
  total,
  word = "more",
  onMore,
}: {
  readonly shown: number;
  readonly total: number;
  readonly word?: string;
  readonly onMore: () => void;
}) {
  if (shown >= total) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      {(total - shown).toLocaleString("en")} {word}
    </button>
  );
}

function Leaf({ value }: { readonly value: Plain }) {
  if (value === null) return <span class="null">null</span>;
  if (typeof value === "string") return <span class="string">{value}</span>;
  return <span class={typeof value}>{previewText(value)}</span>;
}

function Tree({ value, depth }: { readonly value: Plain; readonly depth: number }) {
  const [count, setCount] = useState(STEP);
  if (isFlat(value)) return <Leaf value={value} />;
  const entries = isPlainList(value)
    ? value.map((each, index): [string, Plain] => [String(index), each])
    : Object.entries(isPlainRecord(value) ? value : {});
  if (entries.length === 0) return <span class="dim">{isPlainList(value) ? "empty list" : "empty record"}</span>;
  return (
    <ul>
      {entries.slice(0, count).map(([name, each]) => (
        <li key={name}>
          {isFlat(each) || isEmpty(each) ? (
            <>
              <span class="key">{name}</span> <Tree value={each} depth={depth + 1} />
            </>
          ) : (
            <Branch name={name} value={each} depth={depth + 1} isOpen={depth < 2 && entries.length <= 12} />
          )}
        </li>
      ))}
      <More shown={count} total={entries.length} onMore={() => setCount(count + STEP)} />
    </ul>
  );
}

const isEmpty = (value: Plain): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

function Branch({
  name,
  value,
  depth,
  isOpen,
}: {
  readonly name: string;
  readonly value: Plain;
  readonly depth: number;
  readonly isOpen: boolean;
}) {
  const [open, setOpen] = useState(isOpen);
  const size = isPlainList(value) ? previewText(value, 0) : previewText(value, 60);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="key">{name}</span> <span class="dim">{open ? "" : size}</span>
      </summary>
      {open ? <Tree value={value} depth={depth} /> : null}
    </details>
  );
}
