import { emptyRequest, type Request } from "../request.ts";
import { check } from "./check.ts";
import { type Intent, readIntent, readReason, wishesIn } from "./intent.ts";
import { type Pieces, type ReadContext, readPieces } from "./pieces.ts";
import { readCancel, readModify } from "./read-change.ts";
import { readCreate } from "./read-create.ts";
import { readQuery } from "./read-query.ts";
import { MAX_LENGTH, Sheet } from "./sheet.ts";
import { readQuoted } from "./title.ts";

/** Reads a request without a model. Every word of it is used, or is listed in `unread`. */
export function readRequest(text: string, context: ReadContext): Request {
  if (text.length > MAX_LENGTH)
    return { ...emptyRequest, problems: [`A request can have at most ${MAX_LENGTH} characters.`] };
  const wishes = wishesIn(text);
  if (wishes.length > 1)
    return {
      ...emptyRequest,
      problems: [`One request at a time, please. Which first: ${wishes.map((wish) => `"${wish}"`).join(" or ")}?`],
    };
  const sheet = new Sheet(text);
  const quoted = readQuoted(sheet);
  const intent = readIntent(sheet);
  const reason = intent.type === "cancel" ? readReason(sheet) : null;
  const pieces = { ...readPieces(sheet, context, intent.type === "query" ? "question" : "request"), quoted, reason };
  // "Add swimming to the calendar" adds no person.
  const adds = intent.form !== "add" || pieces.names.people.length + pieces.names.things.length > 0;
  return check(adds ? readAs(pieces, intent, context) : readCreate(pieces, context), context);
}

function readAs(pieces: Pieces, intent: Intent, context: ReadContext): Request {
  if (intent.type === "query") return readQuery(pieces, context);
  if (intent.type === "cancel") return readCancel(pieces, intent, context);
  return intent.type === "modify" ? readModify(pieces, intent, context) : readCreate(pieces, context);
}
