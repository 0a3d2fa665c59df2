/** Focuses an element: at once if it is there, because a person types on, otherwise when the page has changed. */
export function focusOn(selector: string): void {
  const focus = (): boolean => {
    const found = document.querySelector<HTMLElement>(selector);
    found?.focus();
    return found !== null;
  };
  if (!focus()) requestAnimationFrame(focus);
}
