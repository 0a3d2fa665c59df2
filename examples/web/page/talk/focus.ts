/**
 * Moves the focus to the message field after a button was pressed that is about to go. Where the field is hidden, because the view alone is
 * shown, the tab of the view gets it.
 */
export function focusField(): void {
  const field = document.querySelector<HTMLElement>("#say");
  const isVisible = field?.checkVisibility() === true;
  const place = isVisible ? field : document.querySelector<HTMLElement>(SELECTED_TAB);
  place?.focus({ preventScroll: true });
}

const SELECTED_TAB = '[role="tab"][aria-selected="true"]';

/** True if the focus is where a person waits: nowhere, in an empty message field, or on the tab of the view. */
export function isWaiting(): boolean {
  const { activeElement: active } = document;
  if (active instanceof HTMLTextAreaElement) return active.value === "";
  return active === null || active === document.body || active.matches(SELECTED_TAB);
}
