/** Failure of a tool that was recorded: its message and its code are those that the model read, and are not put in other words. */
export class RecordedFailure extends Error {
  readonly code: string;

  constructor(message: string, code = "agents/toolFailed") {
    super(message);
    this.code = code;
  }
}
