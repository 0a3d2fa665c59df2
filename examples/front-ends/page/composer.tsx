import { useState } from "react";

/** State of the desk that the pages show. */
export interface DeskState {
  readonly desk_refunded?: readonly string[];
}

interface ComposerProps {
  readonly isBusy: boolean;
  readonly error?: string | undefined;
  readonly send: (text: string) => unknown;
  readonly stop: () => unknown;
}

/** Sends messages and stops turns. */
export function Composer({ isBusy, error, send, stop }: ComposerProps) {
  const [text, setText] = useState("");
  return (
    <>
      <p role="status">{isBusy ? "streaming" : "ready"}</p>
      {error !== undefined && <p role="alert">{error}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(text);
          setText("");
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button disabled={isBusy || text.trim() === ""}>Send</button>
        <button type="button" disabled={!isBusy} onClick={() => void stop()}>
          Stop
        </button>
      </form>
    </>
  );
}

/** Shows the visible state. */
export const State = ({ state }: { readonly state: DeskState }) => (
  <pre aria-label="State">{JSON.stringify({ refunded: state.desk_refunded ?? [] })}</pre>
);

/** Shows the call of a tool, with its result if there is one. */
export const ToolCall = ({
  name,
  input,
  output,
}: {
  readonly name: string;
  readonly input: unknown;
  readonly output?: unknown;
}) => (
  <fieldset>
    <legend>{name}</legend>
    <pre>{JSON.stringify(input)}</pre>
    {output !== undefined && output !== null && (
      <pre>{typeof output === "string" ? output : JSON.stringify(output)}</pre>
    )}
  </fieldset>
);
