import { startProgram } from "@tidemark/terminal";
import { travelProgram } from "./terminal/program.ts";

await startProgram(travelProgram);
