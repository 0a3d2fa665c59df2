/** One line of an error table. */
export interface ErrorLine {
  readonly code: string;
  readonly message: string;
}

/** The lines of one package. */
export interface ErrorSection {
  readonly package: string;
  readonly lines: readonly ErrorLine[];
}

const opening = `# Errors

An error is a broken contract: a declaration that cannot work, a value that cannot be kept. What is expected to happen now
and then (an update that does not fit, say) is a value that the function returns.

Each error has a \`code\` that stays the same across major versions, its facts as \`details\`, and a message that says what is
wrong, where, and what to do. Recognize one with \`.is\`, which also works across two copies of a package:

\`\`\`ts
import { coreStateErrors, defineState, field, fields } from "@tidemark/core-state";
import { z } from "zod";

try {
  const declared = field({ description: "Pages read.", schema: z.number(), default: () => 0, lifetime: "turn" });
  defineState({ version: 0, fields: fields("book", { pages: declared }) });
} catch (error) {
  if (coreStateErrors.invalidVersion.is(error)) console.log(error.code, error.details.version); // core-state/invalidVersion 0
}
\`\`\`

The tables below are made from the code; \`{name}\` stands for a fact.
`;

const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll("{{", "{&#8203;{")
    .replaceAll(/\s*\n\s*/g, "<br>");

/** The page that lists every error by code. */
export function formatErrorsPage(sections: readonly ErrorSection[]): string {
  const tables = sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ package: name, lines }) => {
      const rows = lines.map(({ code, message }) => `| \`${code}\` | ${cell(message)} |`);
      return [`## ${name}`, "", "| Code | Message |", "| --- | --- |", ...rows, ""].join("\n");
    });
  return [opening, ...tables].join("\n");
}
