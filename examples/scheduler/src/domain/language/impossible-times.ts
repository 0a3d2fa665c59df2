import { settingOf } from "./parse-context.ts";
import type { ParseContext } from "./parse-context.ts";
import { readWhen } from "./read-when.ts";
import { RequestText, tidyText } from "./request-text.ts";

/**
 * Finds dates and times in a text that do not exist, as typed: "February 30", "25:00".
 *
 * @example
 * ```ts ignore
 * impossibleTimes("dentist on February 30 at 10", context); // [ 'February 30' ]
 * ```
 */
export function impossibleTimes(text: string, context: ParseContext): readonly string[] {
  const { text: typed } = tidyText(text);
  return readWhen(new RequestText(typed), typed, settingOf(context, typed).days).impossible;
}
