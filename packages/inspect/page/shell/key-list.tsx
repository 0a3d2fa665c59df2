import { useLayoutEffect, useRef } from "preact/hooks";
import { writing } from "../acting/acting.ts";
import { keyName } from "./key-names.ts";
import { areKeysShown } from "../store/store.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["← →", "previous and next step"],
  ["⇧← ⇧→", "previous and next turn"],
  ["↑ ↓", "previous and next field"],
  ["+ − 0", "zoom in, zoom out, reset zoom"],
  ["c a", "changed fields, all fields"],
  ["d", "changes since the previous step"],
  ["x", "use this step as the base of the diff"],
  ["g", "path through the graph, and plan"],
  ["m", "model and tool calls"],
  ["p", "proposals and approvals"],
  ["v", "compare with another thread"],
  ["s", "storage"],
  ["i", "internal fields of Tidemark"],
  ["/", "search fields"],
  ["t", "search threads"],
  ["⌘K", "find anything"],
];

/** Keys of a page that may write. */
const WRITING_KEYS: typeof KEYS = [
  ["w", "write a message"],
  ["f", "fork at this step"],
  ["e", "edit the field"],
  ["n", "new thread"],
];

/** One or more keys. */
function Pressed({ keys }: { readonly keys: string }) {
  return (
    <dt>
      {keys.split(" ").map((key) => (
        <kbd key={key}>{keyName(key)}</kbd>
      ))}
    </dt>
  );
}

/** The keys of the page. */
export function Keys() {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (areKeysShown.value) box.current?.showModal();
    else box.current?.close();
  }, [areKeysShown.value]);
  return (
    <dialog
      ref={box}
      class="keys"
      aria-label="Keys"
      onClose={() => {
        areKeysShown.value = false;
      }}
      onClick={(event) => {
        if (event.target === box.current) areKeysShown.value = false;
      }}
    >
      <header>
        <h2>Keyboard shortcuts</h2>
        <button type="button" class="tool" onClick={() => box.current?.close()}>
          Close
        </button>
      </header>
      <dl>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <Pressed keys={key} />
            <dd>{meaning}</dd>
          </div>
        ))}
        {writing.value === null
          ? null
          : WRITING_KEYS.map(([key, meaning]) => (
              <div key={key}>
                <Pressed keys={key} />
                <dd>{meaning}</dd>
              </div>
            ))}
      </dl>
    </dialog>
  );
}
