import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { ask, withDefaults } from "./ask.ts";
import { Failure } from "./failure.ts";
import { install, startedBy } from "./install.ts";
import { HELP, readOptions } from "./options.ts";
import { projectName } from "./project-name.ts";
import { copyTemplate } from "./templates.ts";

const { stdin, stdout, stderr, env } = process;

const ownVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, "..", "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null ? String(Reflect.get(manifest, "version")) : "";
};

async function create(given: readonly string[]): Promise<void> {
  const options = readOptions(given);
  if (options.help || options.version) {
    stdout.write(options.help ? HELP : `${ownVersion()}\n`);
    return;
  }
  const asks = !options.yes && stdin.isTTY && stdout.isTTY && env["CI"] === undefined;
  const answers = asks ? await ask(options) : withDefaults(options);
  const folder = path.resolve(answers.folder);
  const name = projectName(folder);
  const manager = options.manager ?? startedBy(env["npm_config_user_agent"]);
  copyTemplate({ folder, name, template: answers.template, version: ownVersion() });
  if (answers.install) {
    stdout.write(`Installing with ${manager} …\n`);
    await install(folder, manager);
  }
  const place = path.relative(process.cwd(), folder);
  const steps = [
    ...(place === "" ? [] : [`cd ${place}`]),
    ...(answers.install ? [] : [`${manager} install`]),
    `${manager} start`,
  ];
  stdout.write(`Created ${name} from the template "${answers.template}".\n\n  ${steps.join("\n  ")}\n`);
}

try {
  await create(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
