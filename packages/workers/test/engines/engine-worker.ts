/** A worker of the cases of an engine. Started with where its servers are. */
import { runEngineWorker } from "../../src/testing/index.ts";
import { type EngineServices, openEngine } from "./engine-services.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `testEngine`
const services = JSON.parse(process.argv[2] ?? "{}") as EngineServices;
await runEngineWorker((place) => openEngine(services, place));
