import { travelErrors } from "../errors.ts";
import { type MessageReader, modelReader, rulesReader } from "./message-reader.ts";

/** The environment as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Gives the reader for `provider:name`, such as `openai:gpt-5-mini`, or the rules without one.
 *
 * The model's packages are loaded only when one is named, and nothing is sent before the first message. `TIDEMARK_MODEL_BASE_URL`
 * is the address of a service that speaks OpenAI's protocol. Throws `travel/invalidModel`.
 */
export async function configuredReader(model: string | null, env: Environment): Promise<MessageReader> {
  const configured = model?.trim() ?? "";
  if (configured === "") return rulesReader();
  const [, provider = "", name = ""] = /^([\w-]+):(.+)$/.exec(configured) ?? [];
  // The value is not repeated: a key may have been pasted in its place.
  if (name === "")
    throw travelErrors.invalidModel({ problem: 'it is not "provider:name", such as "openai:gpt-5-mini"' });
  const address = env["TIDEMARK_MODEL_BASE_URL"]?.trim() ?? "";
  const key = env["OPENAI_API_KEY"]?.trim() ?? "";
  if (provider === "openai" && key === "" && address === "")
    throw travelErrors.invalidModel({ problem: "OPENAI_API_KEY is missing" });
  const access = {
    ...(address !== "" && { configuration: { baseURL: address } }),
    // Services at home want no key, but the client does.
    ...(provider === "openai" && { apiKey: key === "" ? "none" : key }),
  };
  try {
    const { initChatModel } = await import("langchain/chat_models/universal");
    // The rules stand by, so there is no need to try for long.
    return modelReader(
      await initChatModel(name, { modelProvider: provider, maxRetries: 1, timeout: 30_000, ...access }),
    );
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    const line = key === "" ? first : first.replaceAll(key, "…");
    throw travelErrors.invalidModel({ problem: `${provider} cannot be used: ${line.slice(0, 160)}` }, { cause: error });
  }
}
