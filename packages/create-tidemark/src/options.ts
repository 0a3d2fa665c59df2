import { parseArgs } from "node:util";
import { Failure } from "./failure.ts";
import { isTemplate, TEMPLATES, type TemplateName } from "./templates.ts";

export const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;

/** Name of a package manager. */
export type Manager = (typeof MANAGERS)[number];

/** The command line. What it leaves open is asked in a terminal, and has a default elsewhere. */
export interface Options {
  readonly folder: string | undefined;
  readonly template: TemplateName | undefined;
  readonly manager: Manager | undefined;
  readonly install: boolean | undefined;
  /** Takes the defaults without asking. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

export const HELP = `Usage: npm create tidemark@latest [folder] -- [options]

Creates an application on Tidemark. It needs no API key.

Options:
  -t, --template NAME  ${TEMPLATES.map(({ name }) => name).join(", ")}. Defaults to minimal.
  -p, --pm NAME        ${MANAGERS.join(", ")}. Defaults to the one that started this command.
      --no-install     Do not install the dependencies.
  -y, --yes            Take the defaults for what is not given. So does a run without a terminal.
  -h, --help           Show this text.
  -v, --version        Show the version.

Templates:
${TEMPLATES.map(({ name, description }) => `  ${name.padEnd(12)}${description}`).join("\n")}
`;

const isManager = (name: string): name is Manager => MANAGERS.some((each) => each === name);

/** Reads the command line. Throws a {@link Failure} for what it does not know. */
export function readOptions(given: readonly string[]): Options {
  const { values, positionals } = parsed(given);
  const { template, pm } = values;
  if (positionals.length > 1)
    throw new Failure(`Name one folder, not ${positionals.length}: ${positionals.join(", ")}.`);
  if (template !== undefined && !isTemplate(template))
    throw new Failure(`There is no template "${template}". Choose ${TEMPLATES.map(({ name }) => name).join(", ")}.`);
  if (pm !== undefined && !isManager(pm))
    throw new Failure(`There is no package manager "${pm}". Choose ${MANAGERS.join(", ")}.`);
  return {
    folder: positionals[0],
    template,
    manager: pm,
    install: values.install,
    yes: values.yes ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      allowNegative: true,
      options: {
        template: { type: "string", short: "t" },
        pm: { type: "string", short: "p" },
        install: { type: "boolean" },
        yes: { type: "boolean", short: "y" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
      },
    });
  } catch (error) {
    const [sentence = ""] = error instanceof Error ? error.message.split(". ") : [];
    throw new Failure(`${sentence.replace(/[.]?$/, ".")} Use --help for the options.`, { cause: error });
  }
}
