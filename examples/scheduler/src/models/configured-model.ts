import { schedulerErrors } from "../errors.ts";
import { modelReader } from "./model-reader.ts";
import { type RequestReader, rulesReader } from "./request-reader.ts";

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Base URL option of providers that accept an address. */
const addressOf: Readonly<Record<string, (address: string) => Readonly<Record<string, unknown>>>> = {
  openai: (baseURL) => ({ configuration: { baseURL } }),
  ollama: (baseUrl) => ({ baseUrl }),
};

/**
 * Creates the request reader that the environment configures: rules, or the model in `TIDEMARK_MODEL`.
 *
 * | Variable | Meaning |
 * | --- | --- |
 * | `TIDEMARK_MODEL` | `provider:name`, such as `openai:gpt-5-mini`; unset: rules only |
 * | `OPENAI_API_KEY` | API key for `openai`; not needed with a base URL |
 * | `TIDEMARK_MODEL_BASE_URL` | base URL of a service that speaks the provider's protocol (`openai`, `ollama`) |
 * | `OPENAI_BASE_URL` | the same, for `openai` only |
 *
 * Packages of the model are loaded only if a model is configured. Nothing is sent before the first request, and then only to the
 * model's service: LangSmith tracing stays off unless its own variables enable it.
 *
 * Throws `scheduler/invalidModel`, `scheduler/missingModelKey` and `scheduler/missingModelPackage`.
 */
export async function configuredReader(env: Environment): Promise<RequestReader> {
  const configured = env["TIDEMARK_MODEL"]?.trim() ?? "";
  if (configured === "") return rulesReader();
  const colon = configured.indexOf(":");
  const provider = configured.slice(0, Math.max(0, colon));
  const name = configured.slice(colon + 1);
  // The message does not repeat the value, because it may be a misplaced key.
  if (provider === "" || name.trim() === "")
    throw invalid('it must have the form "provider:name", such as "openai:gpt-5-mini"');
  const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  const known: Readonly<Record<string, { readonly package: string }>> = MODEL_PROVIDER_CONFIG;
  const entry = Object.hasOwn(known, provider) ? known[provider] : undefined;
  if (entry === undefined) throw invalid(`its provider must be one of ${Object.keys(known).toSorted().join(", ")}`);
  const access = accessOf(provider, env);
  await loadable(provider, entry.package);
  try {
    // The reader retries within its own time limit, and cannot use partial answers.
    const fixed = { modelProvider: provider, maxRetries: 0, disableStreaming: true };
    const model = await initChatModel(name, { ...fixed, ...access });
    return modelReader({ model });
  } catch (error) {
    throw invalid(`${provider} cannot be used: ${withoutSecrets(error, env)}`);
  }
}

/** The OpenAI package drops refusals from its messages; the raw response still contains them. */
const refusalOptions = { __includeRawResponse: true };

const invalid = (problem: string): Error => schedulerErrors.invalidModel({ variable: "TIDEMARK_MODEL", problem });

function accessOf(provider: string, env: Environment): Readonly<Record<string, unknown>> {
  const url = env["TIDEMARK_MODEL_BASE_URL"]?.trim() || (provider === "openai" ? env["OPENAI_BASE_URL"]?.trim() : "");
  const address = url === undefined || url === "" ? null : url;
  const toOptions = addressOf[provider];
  if (address !== null && (toOptions === undefined || !isWebAddress(address))) {
    const variable = env["TIDEMARK_MODEL_BASE_URL"] === undefined ? "OPENAI_BASE_URL" : "TIDEMARK_MODEL_BASE_URL";
    const problem =
      toOptions === undefined
        ? `a base URL is supported only for ${Object.keys(addressOf).join(" and ")}`
        : "it is not an http(s) URL";
    throw schedulerErrors.invalidModel({ variable, problem });
  }
  const key = env["OPENAI_API_KEY"]?.trim() ?? "";
  if (provider === "openai" && key === "" && address === null)
    throw schedulerErrors.missingModelKey({ variable: "OPENAI_API_KEY", provider });
  return {
    ...(address === null ? {} : toOptions?.(address)),
    // Local services need no key, but the client requires one.
    ...(provider === "openai" ? { apiKey: key === "" ? "none" : key, ...refusalOptions } : {}),
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

/** First line of an error message, with all secrets of the environment removed. */
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
