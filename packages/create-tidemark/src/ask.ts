import { confirm, intro, isCancel, select, text } from "@clack/prompts";
import { Failure } from "./failure.ts";
import type { Options } from "./options.ts";
import { projectName } from "./project-name.ts";
import { TEMPLATES, type TemplateName } from "./templates.ts";

/** Answers to the questions: name, template and installation. */
export interface Answers {
  readonly folder: string;
  readonly template: TemplateName;
  readonly install: boolean;
}

const DEFAULTS: Answers = { folder: "tidemark-app", template: "minimal", install: true };

/** Takes what the command line says, and the defaults for the rest. */
export const withDefaults = ({ folder, template, install }: Options): Answers => ({
  folder: folder ?? DEFAULTS.folder,
  template: template ?? DEFAULTS.template,
  install: install ?? DEFAULTS.install,
});

/** Asks in the terminal for what the command line leaves open. Throws a {@link Failure} when the person leaves. */
export async function ask({ folder, template, install }: Options): Promise<Answers> {
  intro("Create an application on Tidemark");
  return {
    folder: folder ?? (await askFolder()),
    template: template ?? (await askTemplate()),
    install: install ?? given(await confirm({ message: "Install the dependencies?" })),
  };
}

const askFolder = async (): Promise<string> => {
  const typed = await text({
    message: "In which folder?",
    placeholder: DEFAULTS.folder,
    defaultValue: DEFAULTS.folder,
    validate: (value) => problemOf(value ?? ""),
  });
  return given(typed);
};

const askTemplate = async (): Promise<TemplateName> =>
  given(
    await select({
      message: "Which template?",
      options: TEMPLATES.map(({ name, description }) => ({ value: name, label: name, hint: description })),
    }),
  );

function problemOf(folder: string): string | undefined {
  try {
    projectName(folder === "" ? DEFAULTS.folder : folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function given<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Failure("Nothing was created.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only symbol is the one that was just refused
  return answer as Exclude<Answer, symbol>;
}
