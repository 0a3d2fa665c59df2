const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ["⌘", "Ctrl "],
  ["⇧", "Shift "],
];

/** Name of a key on the keyboard of the reader: `⌘K` or `Ctrl K`. */
export const keyName = (key: string): string =>
  IS_APPLE ? key : OTHER_NAMES.reduce((name, [sign, text]) => name.replaceAll(sign, text), key);
