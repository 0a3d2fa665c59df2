import type { MountView } from "@tidemark/web/view";
import { createRoot } from "react-dom/client";
import { CalendarPage } from "./calendar-page.tsx";
// oxlint-disable-next-line import/no-unassigned-import -- vite builds view.css from it
import "./style.css";

/** Draws the calendar into an element of the page. Returns a function that removes it. */
export const mount: MountView = (element, page) => {
  const root = createRoot(element);
  root.render(<CalendarPage page={page} />);
  return () => root.unmount();
};
