import type { ApprovalRequest } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import type { Values } from "@tidemark/state-manager/internal";
import type { PayloadSchema } from "./decision.ts";
import type { AnswerIssue } from "../plans/issues.ts";
import type { EditablePayloads } from "./ask.graph.ts";

/** What makes an edit of the work that waits, or what is wrong with the edit. */
export type EditedWork =
  | {
      readonly ok: true;
      /** Fields to write. */
      readonly update?: Values;
      /** Values that take the place of what a field with a reducer contains. */
      readonly replaced?: Values;
      /** Approvals that the edit changes besides its own, by id. */
      readonly requests?: Readonly<Record<string, ApprovalRequest>>;
    }
  | { readonly ok: false; readonly issues: readonly AnswerIssue[] };

/** Applies a request with an edited payload to the work that it is for. */
export type WorkEdit = (request: ApprovalRequest, values: Values) => EditedWork;

/** The schemas of edited payloads, each followed by the check that the work can be done as edited. */
export function editableWork(editable: EditablePayloads, values: Values, edit: WorkEdit | undefined): EditablePayloads {
  if (edit === undefined) return editable;
  const entries = Object.entries(editable).map(([kind, schema]) => {
    const checked = (request: ApprovalRequest): PayloadSchema => {
      const own = typeof schema === "function" ? schema(request) : schema;
      return { safeParse: (payload) => fitting(own, payload, (data) => edit({ ...request, payload: data }, values)) };
    };
    return [kind, checked] as const;
  });
  return Object.fromEntries(entries);
}

function fitting(
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
