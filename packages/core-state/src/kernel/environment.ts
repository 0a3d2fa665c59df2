/**
 * True unless `NODE_ENV` is `production`. Also true in a browser without `process.env`.
 *
 * Read at run time, so a program can set `NODE_ENV` before it builds its graph.
 */
export function isDevelopment(): boolean {
  const process: unknown = Reflect.get(globalThis, "process");
  const environment: unknown = typeof process === "object" && process !== null ? Reflect.get(process, "env") : null;
  return (
    typeof environment !== "object" || environment === null || Reflect.get(environment, "NODE_ENV") !== "production"
  );
}
