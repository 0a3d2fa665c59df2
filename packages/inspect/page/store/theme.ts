import { signal } from "@preact/signals";

const KEY = "tidemark-inspect-theme";

const theme = signal<"light" | "dark" | null>(null);

/** Chooses the colors. */
export function toggleTheme(): void {
  const isDark = theme.value === null ? matchMedia("(prefers-color-scheme: dark)").matches : theme.value === "dark";
  theme.value = isDark ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme.value;
  remembered()?.setItem(KEY, theme.value);
}

/** Storage of the browser. Null where it is not allowed, as in some pages without a server. */
function remembered(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Takes the colors that were chosen before. Defaults to those of the system. */
export function restoreTheme(): void {
  const saved = remembered()?.getItem(KEY);
  if (saved === "light" || saved === "dark") {
    theme.value = saved;
    document.documentElement.dataset["theme"] = saved;
  }
}
