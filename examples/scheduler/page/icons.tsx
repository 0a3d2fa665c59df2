import type { ReactNode } from "react";

const Icon = ({ children }: { readonly children: ReactNode }) => (
  <svg className="icon calendar-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

/** Earlier days. */
export const EarlierIcon = () => (
  <Icon>
    <path d="M14.5 6l-6 6 6 6" />
  </Icon>
);

/** Later days. */
export const LaterIcon = () => (
  <Icon>
    <path d="M9.5 6l6 6-6 6" />
  </Icon>
);

/** Takes the last change back. */
export const UndoIcon = () => (
  <Icon>
    <path d="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />
  </Icon>
);

/** Imports a file. */
export const ImportIcon = () => (
  <Icon>
    <path d="M14 3H6v18h12V7zM14 3v4h4M12 18v-7M9 14l3-3 3 3" />
  </Icon>
);

/** Exports a file. */
export const ExportIcon = () => (
  <Icon>
    <path d="M14 3H6v18h12V7zM14 3v4h4M12 11v7M9 15l3 3 3-3" />
  </Icon>
);
