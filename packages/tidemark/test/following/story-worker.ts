/** A worker whose turns wait in their second node for a message of the test. Started with the file. */
import { startWorker } from "tidemark/workers";
import { storyTurns } from "./story-turns.ts";

const [file = ""] = process.argv.slice(2);
await startWorker(storyTurns(file, () => new Promise((resolve) => process.once("message", resolve))));
