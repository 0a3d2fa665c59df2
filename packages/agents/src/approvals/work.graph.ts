import type { ApprovalRequest } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import type { Values } from "@tidemark/state-manager/internal";
import type { PayloadSchema } from "./decision.ts";
import type { AnswerIssue } from "../plans/issues.ts";
import type { EditablePayloads } from "./ask.graph.ts";

/** Update that applies an edit to the pending work, or the issues of the edit. */
export type EditedWork =
  | {
      readonly ok: true;
      /** Fields to write. */
      readonly update?: Values;
      /** Values that replace the content of fields with a reducer. */
      readonly replaced?: Values;
      /** Other approvals that the edit changes, by id. */
      readonly requests?: Readonly<Record<string, ApprovalRequest>>;
    }
  | { readonly ok: false; readonly issues: readonly AnswerIssue[] };

/** Applies a request with an edited payload to the pending work. */
export type WorkEdit = (request: ApprovalRequest, values: Values) => EditedWork;

/** Schemas of edited payloads that also check that the edited work can run. */
export function editableWork(editable: EditablePayloads, values: Values, edit: WorkEdit | undefined): EditablePayloads {
  if (edit === undefined) return editable;
  const entries = Object.entries(editable).map(([kind, schema]) => {
    const schemaFor = (request: ApprovalRequest): PayloadSchema => {
      const own = typeof schema === "function" ? schema(request) : schema;
      return { safeParse: (payload) => fitSchema(own, payload, (data) => edit({ ...request, payload: data }, values)) };
    };
    return [kind, schemaFor] as const;
  });
  return Object.fromEntries(entries);
}

function fitSchema(
  schema: PayloadSchema,
  payload: unknown,
  apply: (payload: JsonObject) => EditedWork,
): ReturnType<PayloadSchema["safeParse"]> {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return parsed;
  const { data } = parsed;
  const edited = apply({ ...(typeof data === "object" && data !== null ? data : {}) });
  if (edited.ok) return parsed;
  const { issues } = edited;
  return { success: false, error: { message: issues.map(({ message }) => message).join("; "), issues } };
}
