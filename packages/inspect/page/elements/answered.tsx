import type { ComponentChildren } from "preact";
import type { Loaded } from "./loaded.ts";
import { Notice, Skeleton } from "./notice.tsx";

/** Shows what the server answered; a skeleton until then, and otherwise the problem. */
export function Answered<Value>({
  answer: { value, problem },
  title,
  lines,
  children,
}: {
  readonly answer: Pick<Loaded<Value>, "value" | "problem">;
  /** Title of a problem. */
  readonly title: string;
  readonly lines: number;
  readonly children: (value: Value) => ComponentChildren;
}) {
  if (problem !== null)
    return (
      <Notice title={title} kind="error">
        {problem}
      </Notice>
    );
  return value === null ? <Skeleton lines={lines} /> : <>{children(value)}</>;
}
