import type { Verb } from "./verbs.ts";

/** The command that serves the page, or the same questions over MCP. */
export const INSPECT: Pick<Verb, "name" | "summary" | "arguments"> = {
  name: "inspect",
  summary: "Show the threads of a database in a page on this machine. Changes nothing.",
  arguments: [
    {
      name: "port",
      kind: "number",
      description: "Port of the page, from 1 to 65535. Defaults to a free one.",
      maximum: 65_535,
    },
    {
      name: "mcp",
      kind: "switch",
      description: "Serve the questions over MCP on standard input and output, without a page.",
    },
  ],
};
