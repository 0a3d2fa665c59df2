import type { ComponentChildren } from "preact";

interface Choice {
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
}

/** Words that lead to something of the page. */
export const Link = ({ onChoose, children }: Choice) => (
  <button type="button" class="link" onClick={onChoose}>
    {children}
  </button>
);

/** Shows more of what is there. */
export const MoreButton = ({ onChoose, children }: Choice) => (
  <button type="button" class="more" onClick={onChoose}>
    {children}
  </button>
);

/** A small button. Without a label, its words say what it does. */
export const Tool = ({
  label,
  title = label,
  kind = "",
  isOff = false,
  isPressed,
  onChoose,
  children,
}: Choice & {
  readonly label?: string;
  readonly title?: string | undefined;
  readonly kind?: string;
  readonly isOff?: boolean;
  /** State of a button that switches something. Missing for any other one. */
  readonly isPressed?: boolean;
}) => (
  <button
    type="button"
    class={`tool ${kind}`}
    aria-label={label}
    aria-pressed={isPressed}
    title={title}
    disabled={isOff}
    onClick={onChoose}
  >
    {children}
  </button>
);
