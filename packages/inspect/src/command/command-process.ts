/** Streams and environment of the process that runs a command. */
export interface CommandProcess {
  /** Resolves when a command that would run on has to end. */
  readonly stop: Promise<unknown>;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Command of `tidemark`. Returns the exit code. */
export interface InspectCommand {
  /** Help for people. */
  readonly help: string;
  readonly run: (argv: readonly string[], process: CommandProcess) => Promise<number>;
}
