import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Below this width panels are closed at first: the conversation comes before what is behind it. */
const WIDE = "(min-width: 62rem)";

/** A part of the page that can be folded; open at first where there is room. */
export function Panel({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const [open] = useState(() => matchMedia(WIDE).matches);
  return (
    <details class="panel" open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
