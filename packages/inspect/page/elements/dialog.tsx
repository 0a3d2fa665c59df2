import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A dialog above the page. It exists only while it is open, and closes by Escape and by a click beside it. */
export function Dialog({
  isOpen,
  kind,
  label,
  children,
}: {
  readonly isOpen: Signal<boolean>;
  readonly kind: string;
  readonly label: string;
  /** Content, which may close the dialog. */
  readonly children: (close: () => void) => ComponentChildren;
}) {
  const box = useRef<HTMLDialogElement>(null);
  /** An open dialog keeps the focus, and gives it back when it closes: what follows may take it. */
  const close = (): void => {
    box.current?.close();
    isOpen.value = false;
  };
  // With the dialog itself: words that are typed meanwhile would be lost.
  useLayoutEffect(() => {
    if (isOpen.value) box.current?.showModal();
    else box.current?.close();
  }, [isOpen.value]);
  return (
    <dialog
      ref={box}
      class={kind}
      aria-label={label}
      onClose={close}
      onClick={(event) => {
        if (event.target === box.current) close();
      }}
    >
      {isOpen.value ? children(close) : null}
    </dialog>
  );
}
