import { travelErrors } from "./errors.ts";

/**
 * Returns the name of a model, `provider:name`, or null if none is configured. Tidemark loads the model when it is first asked.
 *
 * Throws `travel/invalidModel` for another form.
 */
export function modelName(configured = ""): string | null {
  const name = configured.trim();
  if (name === "" || /^[\w-]+:\S+$/.test(name)) return name === "" ? null : name;
  // The message does not repeat the value, which may be a key pasted by mistake.
  throw travelErrors.invalidModel({ problem: 'it must have the form "provider:name", such as "openai:gpt-5-mini"' });
}
