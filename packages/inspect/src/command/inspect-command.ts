import type { Command } from "./read-arguments.ts";
import { TRACES } from "./verbs.ts";

/** The command that serves the page, or the same questions over MCP. */
export const INSPECT: Command = {
  name: "inspect",
  source: {
    place: "<database | app.ts | shared.html>",
    kinds: [
      ["thread.db", "SQLite file of a checkpointer of Tidemark or LangGraph. It is read, and never changed."],
      [
        "postgres://…",
        "Database of a checkpointer in Postgres, without changes too. Pass --schema if several have threads.",
      ],
      ["app.ts", "Module that exports a compiled graph: its threads can be talked to, forked and replayed."],
      ["shared.html", "A thread that was shared as one page."],
    ],
  },
  summary:
    "Show the threads of a database in a page on this machine, which changes nothing; or those of an app, which can be talked to.",
  arguments: [
    {
      name: "export",
      kind: "text",
      description: "Export of an app that is its graph. Defaults to the default export, or the only graph.",
    },
    { name: "as", kind: "text", description: "Your name, which is stored with what you write. Defaults to asking." },
    TRACES,
    { name: "read-only", kind: "switch", description: "Show the threads of an app without writing." },
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
