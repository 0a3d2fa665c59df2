/** Surroundings of a command. */
export interface CommandIo {
  /** Folder that paths are relative to. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Resolves when the process is asked to stop. Until it is read, a signal ends the process at once. */
  readonly stop: Promise<unknown>;
  /** Prints a line. */
  print(line: string): void;
  /** Prints a line for people who look for a problem. */
  warn(line: string): void;
}

/** A command of the command line. */
export interface Command {
  /** Help for people. */
  readonly help: string;
  /** Runs the command, and returns the exit code of the process. */
  readonly run: (args: readonly string[], io: CommandIo) => Promise<number>;
}
