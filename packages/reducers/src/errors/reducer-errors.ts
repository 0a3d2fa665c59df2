import { defineErrors, type Errors } from "./errors.ts";

const place = (path: string) => (path === "" ? "The update itself" : `The update at "${path}"`);

const table = {
  unsafeKey: (details: { path: string }) =>
    `The key at "${details.path}" is refused: written without care it changes a prototype, or the host takes it as an order. ` +
    `Rename the key, or drop it from the update.`,

  notJson: (details: { path: string; found: string }) =>
    `${place(details.path)} is not plain JSON (found: ${details.found}), so a checkpoint would change it. ` +
    `Convert it first: an ISO string for a date, null for "no value", a list for a set.`,

  revivableObject: (details: { path: string }) =>
    `${place(details.path)} looks like a serialized LangChain object ("lc" with "type"), which a checkpoint would turn into a live one. ` +
    `Keep it as a JSON string, or rename its "lc" key.`,

  wrongShape: (details: { path: string; expected: string; found: string }) =>
    `${place(details.path)} is ${details.found}, but ${details.expected} belongs here. Correct the update.`,

  reservedKey: (details: { path: string; remedy: string }) =>
    `The key at "${details.path}" is reserved: names that begin with "_" belong to the framework. ${details.remedy}`,

  unknownKey: (details: { key: string; known: readonly string[] }) =>
    `The update has "${details.key}", for which there is no reducer. Known are: ${details.known.join(", ")}.`,

  missingKey: (details: { path: string }) =>
    `${place(details.path)} has no key, so it cannot be told from others. Give it a non-empty string where \`key\` looks.`,

  writtenTwice: (details: { current: unknown; update: unknown }) =>
    `The value is ${JSON.stringify(details.current)} already and may be written once only; the update says ${JSON.stringify(details.update)}. ` +
    `Drop the second write, or use \`lastWrite\`.`,

  invalidOption: (details: { option: string; expected: string; found: unknown }) =>
    `The option "${details.option}" is ${String(details.found)}, but has to be ${details.expected}.`,

  invalidTime: (details: { time: string }) =>
    `"${details.time}" is not a time in ISO 8601 with a final Z. Pass the clock's time as "2030-01-31T12:00:00.000Z".`,
};

/** Every error that `@tidemark/reducers` throws. */
export const reducerErrors: Errors<"reducers", typeof table> = /* @__PURE__ */ defineErrors("reducers", table);
