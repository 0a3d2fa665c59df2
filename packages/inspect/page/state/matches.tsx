import { useEffect, useState } from "preact/hooks";
import type { FoundPart, FoundParts } from "../../src/reader/value-parts.ts";
import { shownFields } from "../store/shown-fields.ts";
import { fieldSearch, screen, showField, step, threadId } from "../store/store.ts";
import { useAnswer } from "../store/use-answer.ts";

/** Milliseconds without a key after which values are searched. */
const PAUSE = 250;

const NONE: FoundParts = { found: [], total: 0 };

/** Places inside of the values of the step that contain the searched text. The server finds them: the page has only parts of long values. */
export function useMatches(): FoundParts & { readonly isLoading: boolean } {
  const wanted = fieldSearch.value;
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  const at = step.value;
  const named = new Set(shownFields.value.map(({ name }) => name));
  const query = text === "" || at === null ? null : { thread: threadId.value ?? "", step: at.id, text };
  const { value, problem } = useAnswer<FoundParts>("find", query);
  if (wanted === "" || wanted !== text) return { ...NONE, isLoading: wanted !== "" };
  const inside = value?.found.filter((each) => each.path.length > 0 || !named.has(each.field)) ?? [];
  return { found: inside, total: value?.total ?? 0, isLoading: value === null && problem === null };
}

/** A place inside of a value that contains the searched text. */
export function Match({ each }: { readonly each: FoundPart }) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={false}
      class="field"
      onClick={() => {
        showField(each.field);
        screen.value = "detail";
      }}
    >
      <span class="field-name">{[each.field, ...each.path].join(".")}</span>
      <span class="field-value">{each.text}</span>
      <span class="field-writer">in the value</span>
    </button>
  );
}
