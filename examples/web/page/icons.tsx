import type { ComponentChildren } from "preact";

const Icon = ({ children }: { readonly children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

/** List of conversations. */
export const ListIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h10" />
  </Icon>
);

/** New conversation. */
export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

/** Closes, or refuses. */
export const CrossIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);

/** Accepted. */
export const TickIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
);

/** Something conflicts. */
export const WarningIcon = () => (
  <Icon>
    <path d="M12 4l9 16H3zM12 10v4.5M12 17.2v.1" />
  </Icon>
);

/** Sends a message. */
export const SendIcon = () => (
  <Icon>
    <path d="M12 19V5M5.5 11.5L12 5l6.5 6.5" />
  </Icon>
);

/** State for developers. */
export const BracesIcon = () => (
  <Icon>
    <path d="M9 5c-2 0-3 1-3 3v1.5C6 11 5 12 4 12c1 0 2 1 2 2.5V16c0 2 1 3 3 3M15 5c2 0 3 1 3 3v1.5c0 1.5 1 2.5 2 2.5-1 0-2 1-2 2.5V16c0 2-1 3-3 3" />
  </Icon>
);
