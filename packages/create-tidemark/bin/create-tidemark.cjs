#!/usr/bin/env node
// Checks the version of Node before anything is loaded that an old one cannot read. This file has no syntax that is newer than Node 12.
const { version } = process;
const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Tidemark applications need Node 22.18 or newer; this is Node ${version.slice(1)}.\n`);
  process.exitCode = 1;
} else {
  // As a URL, so that sources without a build still resolve.
  const path = require("node:path");
  const { pathToFileURL } = require("node:url");
  void import(pathToFileURL(path.join(__dirname, "..", "dist", "main.mjs")).href);
}
