import path from "node:path";
import { builtPage, serveApplication } from "@tidemark/web";
import { openScheduler } from "./application.ts";
import { readOptions } from "./terminal/program.ts";

const viewFolder = await builtPage({ sources: path.join(import.meta.dirname, "..", "page") });
const { application } = openScheduler(readOptions(process.argv.slice(2)), process.env, { viewFolder });
const { url } = await serveApplication(application);
process.stdout.write(`${url}\n`);
