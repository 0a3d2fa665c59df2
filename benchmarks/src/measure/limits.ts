const checking = process.argv.includes("--check");

function fail(what: string, value: number, limit: string): void {
  process.stderr.write(`${what}: ${value.toFixed(2)}; the limit is ${limit}.\n`);
  process.exitCode = 1;
}

/** Makes the program fail when it runs with `--check` and a value is above its limit, or not a number. */
export function checkAtMost(what: string, value: number, limit: number): void {
  if (checking && !(value <= limit)) fail(what, value, `at most ${limit}`);
}

/** Makes the program fail when it runs with `--check` and a value is below its limit, or not a number. */
export function checkAtLeast(what: string, value: number, limit: number): void {
  if (checking && !(value >= limit)) fail(what, value, `at least ${limit}`);
}
