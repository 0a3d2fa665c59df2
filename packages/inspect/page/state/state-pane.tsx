import { Tool } from "../elements/buttons.tsx";
import { useEffect, useRef } from "preact/hooks";
import type { FieldAtStep } from "../../src/reader/answers.ts";
import { authorName } from "../../src/reader/author-text.ts";
import type { Attribution } from "../../src/reader/field-blame.ts";
import { changesText } from "../values/change-text.ts";
import { openFork, writing } from "../acting/acting.ts";
import { ComparePane } from "../compare/compare-pane.tsx";
import { CallsPane } from "../calls/calls-pane.tsx";
import { replay } from "../compare/replaying.ts";
import { DiffPane } from "../compare/diff-pane.tsx";
import { isNarrow } from "../elements/narrow.ts";
import { Notice, Skeleton } from "../elements/notice.tsx";
import { PathPane } from "../path/path-pane.tsx";
import { ProposalsPane } from "../approvals/proposals-pane.tsx";
import { StoragePane } from "../storage/storage-pane.tsx";
import {
  fieldSearch,
  hueOf,
  move,
  onlyChanged,
  screen,
  showField,
  showsInfrastructure,
  showView,
  state,
  step,
  threadId,
  timeline,
  view,
} from "../store/store.ts";
import { changedNothing, chooseFields, shownField, shownFields } from "../store/shown-fields.ts";
import { countText, exactText, previewText, ranText, timeText, windowText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";
import { Match, useMatches } from "./matches.tsx";
import { VirtualList } from "../elements/virtual-list.tsx";

/** Maximum number of characters of a value that is shown on hover. */
const LONG = 600;

/** Views besides the fields, with their names and what they show. */
const PANES = [
  ["diff", "Diff", DiffPane],
  ["path", "Path", PathPane],
  ["calls", "Calls", CallsPane],
  ["proposals", "Proposals", ProposalsPane],
  ["storage", "Storage", StoragePane],
  ["compare", "Compare", ComparePane],
] as const;

/** The chosen moment: its values, its difference to another one, or the proposals. */
export function StatePane() {
  const at = step.value;
  const { value, problem } = state.value;
  const shown = value?.fields.filter(({ isInfrastructure }) => showsInfrastructure.value || !isInfrastructure) ?? [];
  const changed = shown.filter((each) => each.changed).length;
  return (
    <section class="state" aria-label="State">
      <header class="state-head">
        <div class="state-title">
          <h2>{at === null ? "State" : ranText(at)}</h2>
          {at === null ? null : (
            <span class="dim" title={exactText(at.at)}>
              Step {at.label}
              {timeText(at) === "" ? "" : ` · ${timeText(at)}`}
            </span>
          )}
          <span class="space" />
          {view.value === "state" ? (
            <input
              class="search"
              id="field-search"
              type="search"
              placeholder="Find in the state"
              aria-label="Find a field or a value"
              value={fieldSearch.value}
              onInput={(event) => {
                fieldSearch.value = event.currentTarget.value;
              }}
            />
          ) : null}
          {writing.value === null || at === null ? null : (
            <>
              <Tool kind="text" title="Run this turn again with today's code (r)" onChoose={() => void replay()}>
                Replay
              </Tool>
              <Tool kind="text" title="Fork at this step (f)" onChoose={() => openFork()}>
                Fork
              </Tool>
            </>
          )}
          <Tool label="Previous step" title="Previous step (←)" onChoose={() => move(-1)}>
            ‹
          </Tool>
          <Tool label="Next step" title="Next step (→)" onChoose={() => move(1)}>
            ›
          </Tool>
        </div>
        <div class="tabs" role="tablist" aria-label="View">
          <Tab
            name="Changed"
            count={value === null || value.step.id !== at?.id ? null : changed}
            isOn={view.value === "state" && onlyChanged.value}
            onChoose={() => chooseFields(true)}
          />
          <Tab
            name="All"
            count={value === null ? null : shown.length}
            isOn={view.value === "state" && !onlyChanged.value}
            onChoose={() => chooseFields(false)}
          />
          {PANES.map(([each, name]) => (
            <Tab key={each} name={name} count={null} isOn={view.value === each} onChoose={() => showView(each)} />
          ))}
        </div>
      </header>
      {problem === null ? null : (
        <Notice title="Cannot read the state" kind="error">
          {problem}
        </Notice>
      )}
      {value === null && problem === null && timeline.value.problem === null && view.value === "state" ? (
        <Skeleton lines={7} />
      ) : null}
      {value !== null && view.value === "state" ? <Fields /> : null}
      {PANES.map(([each, , Pane]) => (view.value === each ? <Pane key={each} /> : null))}
    </section>
  );
}

function Tab({
  name,
  count,
  isOn,
  onChoose,
}: {
  readonly name: string;
  readonly count: number | null;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}) {
  const box = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // On a narrow screen the tabs are scrolled.
    if (isOn) box.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isOn]);
  return (
    <button
      ref={box}
      type="button"
      role="tab"
      aria-selected={isOn}
      class={`tab${isOn ? " on" : ""}`}
      onClick={onChoose}
    >
      {name}
      {count === null ? null : <span class="count">{count.toLocaleString("en")}</span>}
    </button>
  );
}

/** Maximum number of fields whose authors are read. */
const MAX_AUTHORS = 200;

function Fields() {
  const fields = shownFields.value;
  const { value: read } = state.value;
  const query =
    read === null || fields.length === 0
      ? null
      : {
          thread: threadId.value ?? "",
          step: read.step.id,
          field: fields.slice(0, MAX_AUTHORS).map(({ name }) => name),
        };
  const authors = useAnswer<Readonly<Record<string, Attribution>>>("blame", query).value;
  const matches = useMatches();
  const hidden =
    read?.fields.filter(({ isInfrastructure, changed }) => isInfrastructure && (changed || !onlyChanged.value))
      .length ?? 0;
  if (fields.length + matches.found.length === 0) {
    if (fieldSearch.value !== "" && matches.isLoading) return <Skeleton lines={3} />;
    if (fieldSearch.value !== "")
      return <Notice title="Nothing matches">No name and no value contains “{fieldSearch.value.slice(0, 60)}”.</Notice>;
    if (state.value.value?.fields.length === 0)
      return <Notice title="No values yet">This step stored no field.</Notice>;
    return (
      <>
        <Notice title="No fields of the application">Only internal fields of Tidemark have values here.</Notice>
        <Others count={hidden} />
      </>
    );
  }
  return (
    <>
      {onlyChanged.value && changedNothing.value && fieldSearch.value === "" ? (
        <p class="unchanged dim">
          {hidden > 0 ? "This step changed only internal fields of Tidemark." : "This step changed nothing."} All
          values:
        </p>
      ) : null}
      <VirtualList
        items={[...fields, ...matches.found]}
        rowHeight={isNarrow.value ? 52 : 34}
        selected={fields.findIndex(({ name }) => name === shownField.value)}
        label="Fields"
      >
        {(each) =>
          "path" in each ? (
            <Match key={JSON.stringify([each.field, each.path])} each={each} />
          ) : (
            <Row key={each.name} each={each} found={authors?.[each.name]} />
          )
        }
      </VirtualList>
      {matches.total > matches.found.length ? (
        <p class="unchanged dim">
          The first {matches.found.length} of {countText(matches.total, "place")} inside of values.
        </p>
      ) : null}
      <Others count={hidden} />
    </>
  );
}

/** Shows or hides the fields that Tidemark itself reads and writes. */
function Others({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      class="others"
      aria-pressed={showsInfrastructure.value}
      onClick={() => {
        showsInfrastructure.value = !showsInfrastructure.value;
      }}
    >
      {showsInfrastructure.value ? "Hide" : "Show"} {countText(count, "internal field")} of Tidemark <kbd>i</kbd>
    </button>
  );
}

function Row({ each, found }: { readonly each: FieldAtStep; readonly found: Attribution | undefined }) {
  const author = found === undefined ? "" : authorName(found);
  const at = found?.writtenAt ?? null;
  const written =
    found === undefined ? "" : at === null ? author : `${author} at step ${at.label}, ${exactText(at.at)}`;
  const change = each.changed ? changesText(each.changes ?? [], each.moreChanges) : null;
  return (
    <button
      type="button"
      role="option"
      aria-selected={each.name === shownField.value}
      class={`field${each.changed ? " changed" : ""}${each.name === shownField.value ? " on" : ""}`}
      onClick={() => {
        showField(each.name);
        screen.value = "detail";
      }}
    >
      <span class="field-name" title={each.declared?.description ?? each.name}>
        {each.name}
      </span>
      <span class="field-value" title={change ?? previewText(each.value, LONG)}>
        {change === null && each.changed && each.before !== undefined ? (
          <del>{previewText(each.before, 40)}</del>
        ) : null}
        <span>{change ?? windowText({ value: each.value, windows: each.windows ?? [] })}</span>
      </span>
      <span class="field-writer" title={written}>
        <span class={each.changed ? hueOf(author) : ""}>{author}</span>
        {at === null ? null : <small>{at.label}</small>}
      </span>
    </button>
  );
}
