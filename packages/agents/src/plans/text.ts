/** What is put to a model: what it is to do, and what it is to do it with. */
export interface PromptText {
  readonly instructions: string;
  readonly question: string;
}

/**
 * Puts parts of a prompt under their titles; those without a text are left out, and no text can begin a part of its own.
 *
 * @internal
 */
export const sections = (parts: Readonly<Record<string, string | null | undefined>>): string =>
  Object.entries(parts)
    .flatMap(([title, text]) =>
      text === null || text === undefined || text === "" ? [] : [`## ${title}\n${text.replaceAll(/^#/gm, " #")}`],
    )
    .join("\n\n");
