import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { researchErrors } from "../errors.ts";

/** The environment as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Gives the model that was asked for as `provider:name`, by `--model` or by `TIDEMARK_MODEL`; null when none was.
 *
 * `TIDEMARK_MODEL_BASE_URL` is the address of a service at home that speaks OpenAI's protocol, or Ollama's; then no key is
 * needed. The model's packages are loaded only when a model is configured, and nothing is sent before the first question.
 * Throws `research/invalidModel`.
 */
export async function configuredModel(asked: string | null, env: Environment): Promise<BaseChatModel | null> {
  const configured = (asked ?? env["TIDEMARK_MODEL"] ?? "").trim();
  if (configured === "") return null;
  const [, provider = "", name = ""] = /^([\w-]+):(\S+)$/.exec(configured) ?? [];
  // The value is not repeated: a key may have been pasted in its place.
  if (name === "") throw invalid('it is not "provider:name", such as "openai:gpt-5-mini"');
  const address = env["TIDEMARK_MODEL_BASE_URL"]?.trim() ?? "";
  if (provider === "openai" && address === "" && (env["OPENAI_API_KEY"] ?? "") === "")
    throw invalid("the provider openai needs a key in OPENAI_API_KEY");
  const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  if (!Object.hasOwn(MODEL_PROVIDER_CONFIG, provider))
    throw invalid(`its provider is none of ${Object.keys(MODEL_PROVIDER_CONFIG).toSorted().join(", ")}`);
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
    throw invalid("TIDEMARK_MODEL_BASE_URL is no http(s) address");
  // Services at home want no key, but the client does.
  if (provider === "openai") return { configuration: { baseURL: address }, apiKey: env["OPENAI_API_KEY"] ?? "none" };
  if (provider === "ollama") return { baseUrl: address };
  throw invalid("TIDEMARK_MODEL_BASE_URL can be given for openai and ollama only");
}

const invalid = (problem: string): Error => researchErrors.invalidModel({ problem });
