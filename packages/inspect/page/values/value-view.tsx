import { MoreButton } from "../elements/buttons.tsx";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { messageText, messageType } from "../../src/history/messages.ts";
import { isPlainList, isPlainRecord, type Plain, plainValue } from "../../src/values/plain-value.ts";
import type { ValuePath } from "../../src/values/value-diff.ts";
import type { WindowedValue } from "../../src/values/value-window.ts";
import { visibleText } from "../../src/values/visible-text.ts";
import { Markdown, Text } from "./markdown.tsx";
import { Alone, LoadMore, type LoadPart, useWindows, WithParts } from "./load-more.tsx";
import { sizeAt, windowAt } from "./merged-parts.ts";
import { countText, listParts, previewText } from "./text.ts";

/** Number of parts up to which a list or record inside of another one is open. Behind a longer one, nobody would find the next name. */
const SHORT = 12;

/** Maximum number of parts that are shown at once. */
const STEP = 100;

/** A value of which parts are asked for when a person wants to see them. */
export const WindowedView = (shown: WindowedValue & { readonly load: LoadPart }) => (
  <WithParts {...shown}>{(value) => <ValueView value={value} />}</WithParts>
);

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
  if (typeof value === "string") {
    return (
      <>
        <Text value={value} />
        <LoadMore path={[]} shown={value.length} word="more characters" />
      </>
    );
  }
  return (
    <div class="tree">
      <Tree value={value} path={[]} />
    </div>
  );
}

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
  const [count, setCount] = useShownCount(rows.length);
  return (
    <div class="table-box">
      <LoadMore path={[]} shown={rows.length} word="earlier rows" />
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
      <More left={rows.length - count} onMore={() => setCount(count + STEP)} />
    </div>
  );
}

const SPEAKERS: Readonly<Record<string, string>> = { human: "User", ai: "Assistant", tool: "Tool", system: "System" };

/** Number of messages that are shown first. */
const FIRST = 40;

/** Pixels above the message that a conversation is opened at. */
const EDGE = 8;

/** The record or list that a tool has returned as JSON. Null for any other text. */
function recordIn(text: string): Plain {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return plainValue(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Messages as a conversation, the newest at the end. */
export function Conversation({ messages }: { readonly messages: readonly Plain[] }) {
  const last = messages.at(-1);
  // Earlier messages that were asked for are shown; another conversation begins with its end.
  const [begun, setBegun] = useState({ last, hidden: Math.max(0, messages.length - FIRST) });
  const hidden = begun.last === last ? begun.hidden : Math.max(0, messages.length - FIRST);
  const shown = messages.slice(hidden);
  const { windows } = useWindows();
  const begin = (windowAt(windows, [])?.from ?? 0) + hidden;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The newest message is what people look for, from its beginning.
    const scroller = box.current?.closest(".detail-value") ?? null;
    const newest = box.current?.lastElementChild ?? null;
    if (scroller !== null && newest !== null)
      scroller.scrollTop += newest.getBoundingClientRect().top - scroller.getBoundingClientRect().top - EDGE;
  }, [last]);
  return (
    <div class="conversation" ref={box}>
      {hidden > 0 ? (
        <More left={hidden} word="earlier" onMore={() => setBegun({ last, hidden: Math.max(0, hidden - STEP) })} />
      ) : (
        <LoadMore path={[]} shown={messages.length} word="earlier messages" />
      )}
      {shown.map((message, index) => (
        <Message key={begin + index} message={message} path={[begin + index]} />
      ))}
    </div>
  );
}

function Message({ message, path }: { readonly message: Plain; readonly path: ValuePath }) {
  const { windows } = useWindows();
  const type = messageType(message);
  if (!isPlainRecord(message) || type === null) return <p class="dim">{previewText(message)}</p>;
  const { content: _content, type: _type, role: _role, name, id: _id, tool_calls: calls, status, ...others } = message;
  const rest = Object.fromEntries(Object.entries(others).filter(([, value]) => !isEmpty(value)));
  const text = messageText(message);
  const record = type === "tool" ? recordIn(text) : null;
  return (
    <article class={`message from-${type}`}>
      <header>
        <span>{SPEAKERS[type] ?? type}</span>
        {typeof name === "string" ? <span class="dim">{name}</span> : null}
        {status === "error" ? <span class="badge no">failed</span> : null}
      </header>
      {record !== null ? (
        <Alone>
          <ValueView value={record} />
        </Alone>
      ) : text === "" ? null : type === "ai" || type === "human" ? (
        <Markdown text={text} />
      ) : (
        <p class="text">{visibleText(text)}</p>
      )}
      {windows
        .filter((each) => each.path.length > 1 && each.path[0] === path[0] && each.path[1] === "content")
        .map((each) => (
          <LoadMore
            key={each.path.join(".")}
            path={each.path}
            shown={sizeAt(message, each.path)}
            word="more characters"
          />
        ))}
      {isPlainList(calls)
        ? calls.map((call, index) => (
            <p key={index} class="call">
              {isPlainRecord(call)
                ? `${previewText(call["name"])} ${previewText(call["args"] ?? null, 400)}`
                : previewText(call)}
            </p>
          ))
        : null}
      {Object.keys(rest).length === 0 ? null : <Branch name="details" value={rest} path={path} isOpen={false} />}
    </article>
  );
}

function More({
  left,
  word = "more",
  onMore,
}: {
  readonly left: number;
  readonly word?: string;
  readonly onMore: () => void;
}) {
  if (left <= 0) return null;
  return (
    <MoreButton onChoose={onMore}>
      {left.toLocaleString("en")} {word}
    </MoreButton>
  );
}

/** Number of parts that are shown: all that were asked for, or of a whole value the first ones. */
function useShownCount(all: number): readonly [count: number, setCount: (count: number) => void] {
  const [count, setCount] = useState(STEP);
  const { more } = useWindows();
  return [more === null ? count : all, setCount];
}

function Leaf({ value }: { readonly value: Plain }) {
  if (value === null) return <span class="null">null</span>;
  if (typeof value === "string") return <span class="string">{visibleText(value)}</span>;
  return <span class={typeof value}>{previewText(value)}</span>;
}

function Tree({ value, path }: { readonly value: Plain; readonly path: ValuePath }) {
  const [count, setCount] = useShownCount(typeof value === "object" && value !== null ? Object.keys(value).length : 0);
  const { windows } = useWindows();
  const window = windowAt(windows, path);
  if (isFlat(value)) {
    return (
      <>
        <Leaf value={value} />
        {typeof value === "string" ? <LoadMore path={path} shown={value.length} word="more characters" /> : null}
      </>
    );
  }
  const isList = isPlainList(value);
  const first = isList ? (window?.from ?? 0) : 0;
  const entries = isList
    ? value.map((each, index): [string | number, Plain] => [first + index, each])
    : Object.entries(isPlainRecord(value) ? value : {});
  const depth = path.length;
  if (entries.length === 0) return <span class="dim">{isPlainList(value) ? "empty list" : "empty record"}</span>;
  return (
    <ul>
      {!isList ? null : <LoadMore path={path} shown={entries.length} word="earlier items" />}
      {entries.slice(0, count).map(([name, each]) => (
        <li key={name}>
          {isFlat(each) || isEmpty(each) ? (
            <>
              <span class="key">{name}</span> <Tree value={each} path={[...path, name]} />
            </>
          ) : (
            <Branch
              name={String(name)}
              value={each}
              path={[...path, name]}
              isOpen={depth < 2 && entries.length <= SHORT && Object.keys(each ?? {}).length <= SHORT}
            />
          )}
        </li>
      ))}
      {count < entries.length ? (
        <More left={entries.length - count} onMore={() => setCount(count + STEP)} />
      ) : isList ? null : (
        <LoadMore path={path} shown={entries.length} word="more names" />
      )}
    </ul>
  );
}

const isEmpty = (value: Plain): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

function Branch({
  name,
  value,
  path,
  isOpen,
}: {
  readonly name: string;
  readonly value: Plain;
  readonly path: ValuePath;
  readonly isOpen: boolean;
}) {
  const { windows } = useWindows();
  const window = windowAt(windows, path);
  const [open, setOpen] = useState(isOpen);
  const size =
    window !== undefined && isPlainList(value)
      ? countText(window.total, "item")
      : previewText(value, isPlainList(value) ? 0 : 60);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="key">{name}</span> <span class="dim">{open ? "" : size}</span>
      </summary>
      {open ? <Tree value={value} path={path} /> : null}
    </details>
  );
}
