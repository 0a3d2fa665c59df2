import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { researchErrors } from "../errors.ts";

/** Environment variables, in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Creates the model named by `--model` or by `TIDEMARK_MODEL` as `provider:name`. Returns null if neither is set.
 *
 * `TIDEMARK_MODEL_BASE_URL` is the address of an OpenAI-compatible service or of Ollama; with it, no key is needed. The model
 * packages are loaded only if a model is configured, and nothing is sent before the first question. Throws
 * `research/invalidModel`.
 */
export async function configuredModel(option: string | null, env: Environment): Promise<BaseChatModel | null> {
  const configured = (option ?? env["TIDEMARK_MODEL"] ?? "").trim();
  if (configured === "") return null;
  const [, provider = "", name = ""] = /^([\w-]+):(\S+)$/.exec(configured) ?? [];
  // The message does not repeat the value, which may be a key pasted by mistake.
  if (name === "") throw invalid('it must have the form "provider:name", such as "openai:gpt-5-mini"');
  const address = env["TIDEMARK_MODEL_BASE_URL"]?.trim() ?? "";
  if (provider === "openai" && address === "" && (env["OPENAI_API_KEY"] ?? "") === "")
    throw invalid("the provider openai needs a key in OPENAI_API_KEY");
  const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  if (!Object.hasOwn(MODEL_PROVIDER_CONFIG, provider))
    throw invalid(`its provider must be one of ${Object.keys(MODEL_PROVIDER_CONFIG).toSorted().join(", ")}`);
  try {
    return await initChatModel(name, { modelProvider: provider, maxRetries: 2, ...accessOf(provider, address, env) });
  } catch (error) {
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw invalid(line.slice(0, 200).replace(/[.\s]+$/, ""));
  }
}

function accessOf(provider: string, address: string, env: Environment): Readonly<Record<string, unknown>> {
  if (address === "") return {};
  if (URL.parse(address)?.protocol.startsWith("http") !== true)
    throw invalid("TIDEMARK_MODEL_BASE_URL is not an http(s) address");
  // A local service needs no key, but the client requires one.
  if (provider === "openai") return { configuration: { baseURL: address }, apiKey: env["OPENAI_API_KEY"] ?? "none" };
  if (provider === "ollama") return { baseUrl: address };
  throw invalid("TIDEMARK_MODEL_BASE_URL is supported only for openai and ollama");
}

const invalid = (problem: string): Error => researchErrors.invalidModel({ problem });
