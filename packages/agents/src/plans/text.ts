/** Prompt for a model: its instructions and its input. */
export interface PromptText {
  readonly instructions: string;
  readonly question: string;
}

/**
 * Joins parts of a prompt under their titles. Parts without text are left out, and no text can imitate a title.
 *
 * @internal
 */
export const sections = (parts: Readonly<Record<string, string | null | undefined>>): string =>
  Object.entries(parts)
    .flatMap(([title, text]) =>
      text === null || text === undefined || text === "" ? [] : [`## ${title}\n${text.replaceAll(/^#/gm, " #")}`],
    )
    .join("\n\n");
