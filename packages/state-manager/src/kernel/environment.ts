/**
 * True everywhere but where `NODE_ENV` is `production`; also where there is no environment at all, such as in a browser
 * without a bundler.
 *
 * Asked at run time, so that a program can set it before it builds its graph.
 */
export function isDevelopment(): boolean {
  const process: unknown = Reflect.get(globalThis, "process");
  const environment: unknown = typeof process === "object" && process !== null ? Reflect.get(process, "env") : null;
  return (
    typeof environment !== "object" || environment === null || Reflect.get(environment, "NODE_ENV") !== "production"
  );
}
