import { schedulerErrors } from "../errors.ts";
import { modelReader } from "./model-reader.ts";
import { type RequestReader, rulesReader } from "./request-reader.ts";

/** The environment as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Which environment variables a provider's key and address go to; other providers read their own key themselves. */
const addressOf: Readonly<Record<string, (address: string) => Readonly<Record<string, unknown>>>> = {
  openai: (baseURL) => ({ configuration: { baseURL } }),
  ollama: (baseUrl) => ({ baseUrl }),
};

/**
 * Gives the reader that the environment asks for: by rules, or by the model in `TIDEMARK_MODEL`.
 *
 * | Variable | Meaning |
 * | --- | --- |
 * | `TIDEMARK_MODEL` | `provider:name`, such as `openai:gpt-5-mini`; without it the rules read alone |
 * | `OPENAI_API_KEY` | the key for `openai`; not needed when an address is given |
 * | `TIDEMARK_MODEL_BASE_URL` | the address of a service that speaks the provider's protocol (`openai`, `ollama`) |
 * | `OPENAI_BASE_URL` | the same, for `openai` alone |
 *
 * The model's packages are loaded only when a model is configured. Nothing is sent before the first reading, and
 * nothing to anyone but the model's service: tracing to LangSmith stays off unless its own variables turn it on.
 *
 * Throws `scheduler/invalidModel`, `scheduler/missingModelKey` and `scheduler/missingModelPackage`.
 */
export async function configuredReader(env: Environment): Promise<RequestReader> {
  const configured = env["TIDEMARK_MODEL"]?.trim() ?? "";
  if (configured === "") return rulesReader();
  const colon = configured.indexOf(":");
  const provider = configured.slice(0, Math.max(0, colon));
  const name = configured.slice(colon + 1);
  // The value is not repeated: a key may have been pasted in its place.
  if (provider === "" || name.trim() === "") throw invalid('it is not "provider:name", such as "openai:gpt-5-mini"');
  const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  const known: Readonly<Record<string, { readonly package: string }>> = MODEL_PROVIDER_CONFIG;
  const entry = Object.hasOwn(known, provider) ? known[provider] : undefined;
  if (entry === undefined) throw invalid(`its provider is none of ${Object.keys(known).toSorted().join(", ")}`);
  const access = accessOf(provider, env);
  await loadable(provider, entry.package);
  try {
    // Retries are counted by the reader, within its time limit; half an answer is of no use to it.
    const fixed = { modelProvider: provider, maxRetries: 0, disableStreaming: true };
    const model = await initChatModel(name, { ...fixed, ...access });
    return modelReader({ model });
  } catch (error) {
    throw invalid(`${provider} cannot be used: ${withoutSecrets(error, env)}`);
  }
}

/** The OpenAI package drops refusals from its messages; the answer as it came still has them. */
const seeRefusals = { __includeRawResponse: true };

const invalid = (problem: string): Error => schedulerErrors.invalidModel({ variable: "TIDEMARK_MODEL", problem });

function accessOf(provider: string, env: Environment): Readonly<Record<string, unknown>> {
  const given = env["TIDEMARK_MODEL_BASE_URL"]?.trim() || (provider === "openai" ? env["OPENAI_BASE_URL"]?.trim() : "");
  const address = given === undefined || given === "" ? null : given;
  const place = addressOf[provider];
  if (address !== null && (place === undefined || !isWebAddress(address))) {
    const variable = env["TIDEMARK_MODEL_BASE_URL"] === undefined ? "OPENAI_BASE_URL" : "TIDEMARK_MODEL_BASE_URL";
    const problem =
      place === undefined
        ? `an address can be given for ${Object.keys(addressOf).join(" and ")} only`
        : "it is no http(s) address";
    throw schedulerErrors.invalidModel({ variable, problem });
  }
  const key = env["OPENAI_API_KEY"]?.trim() ?? "";
  if (provider === "openai" && key === "" && address === null)
    throw schedulerErrors.missingModelKey({ variable: "OPENAI_API_KEY", provider });
  return {
    ...(address === null ? {} : place?.(address)),
    // Services at home want no key, but the client does.
    ...(provider === "openai" ? { apiKey: key === "" ? "none" : key, ...seeRefusals } : {}),
  };
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

async function loadable(provider: string, packageName: string): Promise<void> {
  try {
    await import(packageName);
  } catch (error) {
    const code: unknown = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ERR_MODULE_NOT_FOUND") throw schedulerErrors.missingModelPackage({ provider, package: packageName });
    throw invalid(`the package ${packageName} cannot be loaded`);
  }
}

/** The first line of a message, with every secret of the environment blanked out. */
function withoutSecrets(error: unknown, env: Environment): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) && value !== undefined && value.length > 3 ? [value] : [],
  );
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, "…"), line)
    .slice(0, 200)
    .replace(/[.\s]+$/, "");
}
