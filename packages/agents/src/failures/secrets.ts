/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process; empty where there is none. */
export function environment(): Environment {
  const known: unknown = Reflect.get(globalThis, "process");
  const env: unknown = typeof known === "object" && known !== null ? Reflect.get(known, "env") : undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the environment of Node, Deno and Bun has this type
  return typeof env === "object" && env !== null ? (env as Environment) : {};
}

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;
const SHAPES = [
  /\bsk-[\w-]{6,}/g,
  /\b(?<scheme>Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /(?<=:\/\/)[^/\s:@]+:[^/\s@]+(?=@)/g,
];

/** Returns the text without keys and passwords: those of the environment, those given, and whatever looks like one. */
export function withoutSecrets(text: string, { secrets = [], env = environment() }: SecretOptions = {}): string {
  const values = Object.entries(env).flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value] : []));
  const known = [...secrets, ...values].filter((each): each is string => each !== undefined && each.length > 5);
  const plain = known.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
  return SHAPES.reduce((rest, shape) => rest.replaceAll(shape, "…"), plain);
}

/** Options of `withoutSecrets`. */
export interface SecretOptions {
  readonly secrets?: readonly (string | undefined)[];
  /** Variables whose names say that they are secret. Defaults to the environment of the process. */
  readonly env?: Environment;
}

/** Maximum depth of causes. */
const DEEPEST = 5;

/** A copy of an error and its causes without secrets, with what classifies it: names, codes and statuses. */
export function safeError(error: unknown, options?: SecretOptions, depth = 0): Error {
  if (!(error instanceof Error)) return new Error(withoutSecrets(String(error), options));
  const cause =
    error.cause === undefined || depth >= DEEPEST ? {} : { cause: safeError(error.cause, options, depth + 1) };
  const copy = new Error(withoutSecrets(error.message, options), cause);
  copy.name = error.name === "Error" ? error.constructor.name : error.name;
  if (error.stack !== undefined) copy.stack = withoutSecrets(error.stack, options);
  for (const key of ["code", "lc_error_code", "status", "statusCode"]) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === "string" || typeof value === "number") Reflect.set(copy, key, value);
  }
  return copy;
}

/** The secrets that a model or its client was made with. */
export function secretsIn(model: unknown): readonly string[] {
  if (typeof model !== "object" || model === null) return [];
  const found = ["apiKey", "openAIApiKey", "anthropicApiKey", "accessToken"].map((name): unknown =>
    Reflect.get(model, name),
  );
  return found.filter((each): each is string => typeof each === "string");
}
