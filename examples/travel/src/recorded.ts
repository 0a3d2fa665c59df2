import { readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { ChatOpenAI } from "@langchain/openai";
import { runProgram } from "@tidemark/terminal";
import { recordModel, replayModel } from "tidemark/testing";
import { openTravel } from "./application.ts";
import { travelProgram } from "./terminal/program.ts";

// Shows the recorded conversation with a model. With `--record MODEL`, it has the conversation again with an OpenAI-compatible model, and keeps it.
const FILE = new URL("../data/recorded-conversation.json", import.meta.url);

interface Conversation {
  readonly lines: readonly string[];
  readonly recording: Parameters<typeof replayModel>[0];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this program wrote the file
const { lines, recording } = JSON.parse(readFileSync(FILE, "utf8")) as Conversation;
const [flag, name = "gpt-5-mini"] = process.argv.slice(2);
const baseURL = process.env["TIDEMARK_MODEL_BASE_URL"];
const model =
  flag === "--record"
    ? recordModel(
        new ChatOpenAI({
          model: name,
          disableStreaming: true,
          ...(baseURL !== undefined && { configuration: { baseURL } }),
        }),
      )
    : replayModel(recording);
process.exitCode = await runProgram(
  {
    ...travelProgram,
    open(options) {
      const { application, database } = openTravel(options, { model });
      return { application, close: () => database.close() };
    },
  },
  // The prompt has the date, so it is the same each time.
  ["--db", ":memory:", "--now", "2026-11-21T09:00:00Z"],
  {
    env: {},
    input: Readable.from(lines.map((line) => `${line}\n`)),
    output: process.stdout,
    errors: process.stderr,
    interactive: false,
  },
);
if (flag === "--record") writeFileSync(FILE, `${JSON.stringify({ lines, recording: model.recording() }, null, 2)}\n`);
