#!/usr/bin/env node
import process from "node:process";

// An older Node cannot even load the commands, so nothing is imported before its version is known, and this file uses no newer syntax.

/** Oldest Node that runs the packages, as in "engines" of the package. */
const OLDEST = [22, 13];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [oldestMajor = 0, oldestMinor = 0] = OLDEST;

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(`tidemark needs Node ${OLDEST.join(".")} or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  void import("./command-line.ts").then(({ runCommandLine }) => runCommandLine());
}
