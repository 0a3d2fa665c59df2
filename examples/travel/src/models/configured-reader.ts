import { travelErrors } from "../errors.ts";
import { type MessageReader, modelReader, rulesReader } from "./message-reader.ts";

/** Environment variables, in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Creates a reader that uses the model `provider:name`, such as `openai:gpt-5-mini`. Without a model, it uses rules.
 *
 * The model packages are loaded only if a model is named, and nothing is sent before the first message. `TIDEMARK_MODEL_BASE_URL`
 * is the address of an OpenAI-compatible service. Throws `travel/invalidModel`.
 */
export async function configuredReader(model: string | null, env: Environment): Promise<MessageReader> {
  const configured = model?.trim() ?? "";
  if (configured === "") return rulesReader();
  const [, provider = "", name = ""] = /^([\w-]+):(.+)$/.exec(configured) ?? [];
  // The message does not repeat the value, which may be a key pasted by mistake.
  if (name === "")
    throw travelErrors.invalidModel({ problem: 'it must have the form "provider:name", such as "openai:gpt-5-mini"' });
  const address = env["TIDEMARK_MODEL_BASE_URL"]?.trim() ?? "";
  const key = env["OPENAI_API_KEY"]?.trim() ?? "";
  if (provider === "openai" && key === "" && address === "")
    throw travelErrors.invalidModel({ problem: "OPENAI_API_KEY is missing" });
  const access = {
    ...(address !== "" && { configuration: { baseURL: address } }),
    // A local service needs no key, but the client requires one.
    ...(provider === "openai" && { apiKey: key === "" ? "none" : key }),
  };
  try {
    const { initChatModel } = await import("langchain/chat_models/universal");
    // One retry is enough, because the rules are the fallback.
    return modelReader(
      await initChatModel(name, { modelProvider: provider, maxRetries: 1, timeout: 30_000, ...access }),
    );
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    const line = key === "" ? first : first.replaceAll(key, "…");
    throw travelErrors.invalidModel({ problem: `${provider} cannot be used: ${line.slice(0, 160)}` }, { cause: error });
  }
}
