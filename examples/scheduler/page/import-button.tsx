import type { PageView } from "@tidemark/web/view";
import { useEffect, useRef, useState } from "react";
import type { ImportResult } from "../src/page/import-file.ts";
import { ConflictMark } from "./event-content.tsx";
import { ImportIcon } from "./icons.tsx";
import { ANSWER_FIRST } from "./toolbar.tsx";
import { Whole } from "./whole.tsx";

/** Largest file that is sent, in bytes; the server has the same limit. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Number of remarks that are shown. */
const MAX_REMARKS = 50;

const refused = (text: string): ImportResult => ({
  state: "refused",
  text,
  events: [],
  more: 0,
  firstAt: null,
  remarks: [],
});

interface ImportButtonProps {
  readonly page: PageView;
  /** True while a question is open, whose conversation cannot take in what was imported. */
  readonly isAsked: boolean;
  /** Called after an import, to read the calendar again. */
  readonly onDone: () => void;
  /** Shows the day of an imported event. */
  readonly show: (instant: string) => void;
}

/** Titles of the dialog, by the state of the import. */
const TITLES = {
  offered: "Import these events?",
  refused: "The file was not imported",
  unchanged: "Nothing to import",
  written: "Imported",
};

/** Shows what the import of a calendar file would change, writes it after a yes, and says what was imported, skipped or changed. */
export function ImportButton({ page, isAsked, onDone, show }: ImportButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  useEffect(() => {
    if (result === null || dialog.current?.open !== false) return;
    dialog.current.showModal();
    // Otherwise the list would have the focus, because it scrolls.
    dialog.current.querySelector<HTMLElement>(".event-details-buttons button")?.focus();
  }, [result]);
  const send = async (chosen: File, write: boolean): Promise<void> => {
    setBusy(true);
    setFile(chosen);
    setResult(await imported(chosen, write, page));
    setBusy(false);
    if (write) onDone();
  };
  const { events = [], more = 0, firstAt = null, remarks = [], state = "refused", text = "" } = result ?? {};
  const isOffered = state === "offered";
  const moreRemarks = remarks.length - MAX_REMARKS;
  return (
    <>
      <button
        className="calendar-import"
        title={isAsked ? ANSWER_FIRST : "Import a calendar file (.ics)"}
        aria-disabled={isBusy || isAsked}
        onClick={() => !isBusy && !isAsked && input.current?.click()}
      >
        <ImportIcon />
        <span className="calendar-label">{isBusy ? "Reading …" : "Import"}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        aria-label="Calendar file"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = "";
          if (chosen !== undefined) void send(chosen, false);
        }}
      />
      <dialog
        ref={dialog}
        className="event-details"
        aria-labelledby="import-title"
        onClose={() => setResult(null)}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <div className="event-details-content">
          <h2 id="import-title">{TITLES[state]}</h2>
          <p>
            <Whole text={text} />
          </p>
          {events.length > 0 && <ImportedEvents events={events} more={more} />}
          {remarks.length > 0 && (
            <ul className="import-remarks" aria-label="Skipped or changed">
              {remarks.slice(0, MAX_REMARKS).map((remark, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two events can have the same remark
                <li key={index}>
                  <Whole text={remark} />
                </li>
              ))}
              {moreRemarks > 0 && <li>{moreRemarks} more</li>}
            </ul>
          )}
          <div className="event-details-buttons">
            {isOffered && file !== null && (
              <button className="primary" disabled={isBusy} onClick={() => void send(file, true)}>
                Import
              </button>
            )}
            {state === "written" && firstAt !== null && (
              <button
                className="primary"
                onClick={() => {
                  dialog.current?.close();
                  show(firstAt);
                }}
              >
                Show in the calendar
              </button>
            )}
            <button onClick={() => dialog.current?.close()}>{isOffered ? "Do not import" : "Close"}</button>
          </div>
        </div>
      </dialog>
    </>
  );
}

const KINDS = { new: "New", changed: "Changed", removed: "Removed" };

/** The events of an import, one line each, with what they conflict with. */
const ImportedEvents = ({ events, more }: Pick<ImportResult, "events" | "more">) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
  <ul className="import-events" aria-label="Events" tabIndex={0}>
    {events.map(({ kind, title, when, who, conflicts }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two events can be alike
      <li key={index}>
        <strong>{title}</strong> <span className="import-kind">{KINDS[kind]}</span>
        <div>
          <Whole text={[when, who].filter((part) => part !== "").join(", ")} />
        </div>
        {conflicts.map((text) => (
          <div key={text} className="import-conflict">
            <ConflictMark /> <Whole text={text} />
          </div>
        ))}
      </li>
    ))}
    {more > 0 && <li>{more} more</li>}
  </ul>
);

async function imported(file: File, write: boolean, page: PageView): Promise<ImportResult> {
  if (file.size > MAX_BYTES) return refused(`${file.name} is larger than 10 MB.`);
  if (file.size === 0) return refused(`${file.name} is empty.`);
  try {
    const content = await base64Of(file);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `importFile` of the same application wrote it
    return (await page.perform({ file: file.name, content, write })) as ImportResult;
  } catch {
    return refused("The server did not answer. Look at the calendar before you try again.");
  }
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const { result } = reader;
      resolve(typeof result === "string" ? result.slice(result.indexOf(",") + 1) : "");
    });
    reader.addEventListener("error", () => reject(new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });
