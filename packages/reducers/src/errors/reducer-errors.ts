import { defineErrors, type Errors } from "./errors.ts";

const place = (path: string) => (path === "" ? "The update itself" : `The update at "${path}"`);

const table = {
  unsafeKey: (details: { path: string }) =>
    `The key at "${details.path}" is refused: it can change a prototype, or LangGraph reads it as a command. ` +
    `Rename the key, or remove it from the update.`,

  notJson: (details: { path: string; found: string }) =>
    `${place(details.path)} is not plain JSON (found: ${details.found}), so a checkpoint would change it. ` +
    `Convert it first: an ISO string for a date, null for a missing value, a list for a set.`,

  revivableObject: (details: { path: string }) =>
    `${place(details.path)} looks like a serialized LangChain object ("lc" with "type"), which LangGraph would turn into a class instance when it loads the checkpoint. ` +
    `Keep it as a JSON string, or rename its "lc" key.`,

  wrongShape: (details: { path: string; expected: string; found: string }) =>
    `${place(details.path)} must be ${details.expected} (found: ${details.found}). Correct the update.`,

  reservedKey: (details: { path: string; remedy: string }) =>
    `The key at "${details.path}" is reserved: the framework uses names that begin with "_". ${details.remedy}`,

  unknownKey: (details: { key: string; known: readonly string[] }) =>
    `The update has the key "${details.key}", which has no reducer. Use one of: ${details.known.join(", ")}.`,

  missingKey: (details: { path: string }) =>
    `${place(details.path)} has no key, so it cannot be identified. Give it a non-empty string that \`key\` returns.`,

  writtenTwice: (details: { current: unknown; update: unknown }) =>
    `The value is already ${JSON.stringify(details.current)} and can be written only once; the update is ${JSON.stringify(details.update)}. ` +
    `Remove the second write, or use \`lastWrite\`.`,

  invalidOption: (details: { option: string; expected: string; found: unknown }) =>
    `The option "${details.option}" is ${String(details.found)}, but must be ${details.expected}.`,

  invalidTime: (details: { time: string }) =>
    `"${details.time}" is not an ISO 8601 time ending in "Z". Pass a time such as "2030-01-31T12:00:00.000Z".`,
};

/** Errors thrown by `@tidemark/reducers`. */
export const reducerErrors: Errors<"reducers", typeof table> = /* @__PURE__ */ defineErrors("reducers", table);
