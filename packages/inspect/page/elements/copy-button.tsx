import { Tool } from "./buttons.tsx";
import { useState } from "preact/hooks";
import type { Plain } from "../../src/values/plain-value.ts";

/** Copies a value: text as it is, anything else as JSON. `read` gets the value that is copied. */
export function CopyButton({ read }: { readonly read: () => Plain | Promise<Plain> }) {
  const [text, setText] = useState("Copy");
  const copy = async (): Promise<void> => {
    try {
      const value = await read();
      await navigator.clipboard.writeText(typeof value === "string" ? value : JSON.stringify(value, null, 2));
      setText("Copied");
    } catch {
      // Browsers refuse it in some frames and files.
      setText("Not allowed here");
    }
    setTimeout(() => setText("Copy"), 1_500);
  };
  return (
    <Tool kind="copy" title="Copy this value" onChoose={() => void copy()}>
      {text}
    </Tool>
  );
}
