import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { agentErrors } from "../kernel/errors.ts";
import { isMissing } from "../kernel/missing-package.ts";
import { loadLangChain } from "./langchain.graph.ts";
import { environment, type Environment, withoutSecrets } from "../failures/secrets.ts";

/** A model: an instance, or `"provider:name"` such as `"openai:gpt-5-mini"`. */
export type ModelSource = BaseChatModel | string;

/** Options with which a model is made that is given by its name, such as `maxRetries`. */
export type ModelOptions = Readonly<Record<string, unknown>>;

/** Gives the model of a source. It is made once, when it is first asked for. */
export type LoadModel = () => Promise<BaseChatModel>;

/**
 * Makes a loader of a model. Without a source it is the one of the environment variable `TIDEMARK_MODEL`; null without that.
 *
 * `TIDEMARK_MODEL_BASE_URL`, or `OPENAI_BASE_URL` for `openai`, is the address of a server that speaks the provider's protocol; then no
 * key is needed. Throws `agents/invalidModel`, and `agents/missingPackage` for a provider whose package is not installed.
 */
export function modelLoader(source: ModelSource | undefined, options: ModelOptions = {}): LoadModel | null {
  const env = environment();
  const given = source ?? env["TIDEMARK_MODEL"]?.trim() ?? "";
  if (given === "") return null;
  if (typeof given !== "string") return () => Promise.resolve(given);
  let loaded: Promise<BaseChatModel> | null = null;
  return async () => {
    loaded ??= namedModel(given, env, options);
    try {
      return await loaded;
    } catch (error) {
      // The next call tries again: a package may have been installed, a key been set.
      loaded = null;
      throw error;
    }
  };
}

async function namedModel(given: string, env: Environment, options: ModelOptions): Promise<BaseChatModel> {
  const [, provider = "", name = ""] = /^([\w-]+):(\S+)$/.exec(given) ?? [];
  // The value is not repeated: a key may have been pasted in its place.
  if (name === "") throw invalid('it is not "provider:name"');
  const { initChatModel } = await loadLangChain("A model by name");
  const { MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  const providers: Readonly<Record<string, { readonly package: string }>> = MODEL_PROVIDER_CONFIG;
  const known = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (known === undefined) throw invalid(`its provider is not one of ${Object.keys(providers).toSorted().join(", ")}`);
  const access = accessOf(provider, env);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a configurable model behaves as a chat model; its instance is taken out below
    const made = (await initChatModel(name, {
      modelProvider: provider,
      ...options,
      ...access,
    })) as unknown as BaseChatModel;
    return await instanceOf(made);
  } catch (error) {
    if (isMissing(error, known.package) || /please install/i.test(String(error))) {
      throw agentErrors.missingPackage({ package: known.package, by: `The provider "${provider}"` }, { cause: error });
    }
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw invalid(
      `${provider}: ${withoutSecrets(line, { env })
        .slice(0, 200)
        .replace(/[.\s]+$/, "")}`,
    );
  }
}

/** The model itself: the wrapper that `initChatModel` returns hides what middleware asks a model for. */
async function instanceOf(made: BaseChatModel): Promise<BaseChatModel> {
  const unwrap: unknown = Reflect.get(made, "_getModelInstance");
  if (typeof unwrap !== "function") return made;
  const instance: unknown = await Reflect.apply(unwrap, made, []);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the model that the wrapper forwards to
  return instance as BaseChatModel;
}

function accessOf(provider: string, env: Environment): Readonly<Record<string, unknown>> {
  const read = (name: string): string => env[name]?.trim() ?? "";
  const ofProvider = provider === "openai" ? "OPENAI_BASE_URL" : provider === "ollama" ? "OLLAMA_BASE_URL" : "";
  const variable = read("TIDEMARK_MODEL_BASE_URL") === "" ? ofProvider : "TIDEMARK_MODEL_BASE_URL";
  const address = variable === "" ? "" : read(variable);
  const key = read("OPENAI_API_KEY");
  if (address === "") {
    if (provider !== "openai") return {};
    if (key === "") throw invalid("set OPENAI_API_KEY, or OPENAI_BASE_URL for another server");
    // Refusals are seen in the raw response alone.
    return { __includeRawResponse: true };
  }
  if (!/^https?:\/\/./.test(address)) throw invalid(`${variable} is not an http(s) address`);
  if (provider === "ollama") return { baseUrl: address };
  if (provider !== "openai") throw invalid(`${variable} can be given for openai and ollama only`);
  // Most servers at home speak chat completions alone, and need no key; the client does.
  return {
    configuration: { baseURL: address },
    apiKey: key === "" ? "none" : key,
    useResponsesApi: false,
    __includeRawResponse: true,
  };
}

const invalid = (problem: string): Error => agentErrors.invalidModel({ problem });
