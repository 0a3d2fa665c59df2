import type { Readable, Writable } from "node:stream";
import type { TerminalApplication } from "./application.ts";
import type { CommandLine } from "./command-line.ts";

/** Prints text for people, or with `--json` an object for programs. Nothing is printed where one of them is empty. */
export type Print = (text: string, json?: object) => void;

/** Environment and streams of a process; tests pass their own. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  /** True when a person uses it: prompts and progress are shown. */
  readonly interactive: boolean;
}

/** A conversation that a program shows by itself. It must write nothing that stays. */
export interface SampleConversation {
  /** Options that open the application, such as `--db :memory:`. */
  readonly options: readonly string[];
  /** Requests and answers, in order. */
  readonly lines: readonly string[];
}

/** A program: its texts, its command line, and how it opens its application. */
export interface Program<
  Options extends CommandLine = CommandLine,
  State extends object = object,
  Details extends object = object,
> {
  /** Text printed by `--help`. */
  readonly help: string;
  /** Command that starts the program, such as `npm run chat`. */
  readonly start: string;
  /** The same with a request, as an example. */
  readonly example: string;
  /** Command that serves the page. */
  readonly page: string;
  /** Conversation to show without a terminal, input and arguments. Without one, the program says what to type. */
  readonly sample?: SampleConversation;
  /** Parses the command line. Errors with a code are invalid input. */
  readOptions(words: readonly string[]): Options;
  /** Opens what the options name. */
  open(options: Options, context: ProcessContext): Opened<State, Details> | Promise<Opened<State, Details>>;
}

/** An opened application. */
export interface Opened<State extends object, Details extends object> {
  readonly application: TerminalApplication<State, Details>;
  /** False for options that ask for no conversation, such as an export. Defaults to true. */
  readonly converses?: boolean;
  /** Work before the conversation, such as an import. */
  begin?(print: Print): void;
  /** Answers a line without a turn, such as `agenda`; null for other lines. */
  command?(line: string): string | null | Promise<string | null>;
  /** Work after the conversation, such as an export. Returns what was done; null for nothing. */
  finish?(): string | null | Promise<string | null>;
  close(): void;
}
