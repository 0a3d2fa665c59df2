import type { PageView } from "@tidemark/web/view";
import { useState } from "react";
import { ExportIcon } from "./icons.tsx";

/** Saves the whole calendar as a file that other calendars read. */
export function ExportButton({ page }: { readonly page: PageView }) {
  const [hasFailed, setFailed] = useState(false);
  const save = async (): Promise<void> => {
    try {
      const text = String(await page.perform("export"));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
      link.download = "calendar.ics";
      link.click();
      URL.revokeObjectURL(link.href);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      {hasFailed && (
        <p className="calendar-problem" role="status">
          The calendar was not exported. Try again.
        </p>
      )}
      <button title="Save the calendar as a file (.ics)" onClick={() => void save()}>
        <ExportIcon />
        <span className="calendar-label">Export</span>
      </button>
    </>
  );
}
