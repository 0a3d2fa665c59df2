// Says in one sentence that this Node is too old to run the TypeScript of the application. Its syntax is no newer than Node 12.
const { version } = process;
const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Tidemark applications need Node 22.18 or newer; this is Node ${version.slice(1)}.\n`);
  process.exitCode = 1;
}
