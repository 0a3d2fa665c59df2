import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** Exit code, output and duration of a command that has ended. */
export interface Ended {
  readonly code: number;
  /** Standard output and error. */
  readonly output: string;
  readonly seconds: number;
}

/** Where and how a command runs. */
export interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed into it. Defaults to nothing. */
  readonly input?: string;
}

/** Environment of a user: none of the settings of the package manager that started this process. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|pnpm_|INIT_CWD$|NODE_OPTIONS$)/i.test(name),
  );
  return { ...Object.fromEntries(inherited), CI: "true", NO_COLOR: "1", DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1" };
}

/** Runs a line as a shell does, until it ends. */
export function run(line: string, { cwd, env = {}, input = "" }: Place): Promise<Ended> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(line, { cwd, env: { ...cleanEnvironment(), ...env }, shell: true, stdio: "pipe" });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stdin.on("error", () => {}).end(input);
    child.on("close", (code) =>
      resolve({
        code: code ?? 1,
        output: stripVTControlCharacters(output),
        seconds: (performance.now() - started) / 1_000,
      }),
    );
  });
}

/** Runs a line that has to succeed. Throws with its output. */
export async function mustRun(line: string, place: Place): Promise<Ended> {
  const ended = await run(line, place);
  if (ended.code !== 0) throw new Error(`\`${line}\` ends with ${ended.code}:\n${ended.output}`);
  return ended;
}

/** Fails where a text is missing from what was printed. */
export function requireText(text: string, output: string): void {
  if (!output.includes(text)) throw new Error(`"${text}" is missing:\n${output}`);
}
