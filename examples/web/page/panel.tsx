import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Panels start closed on screens narrower than this, to keep the conversation in view. */
const WIDE = "(min-width: 62rem)";

/** A collapsible panel, open at first on wide screens. */
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
