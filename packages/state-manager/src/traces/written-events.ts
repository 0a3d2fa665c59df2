import { groupOfName } from "@tidemark/core-state/internal";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { digest } from "../kernel/digest.ts";
import { type PendingInterrupt, pendingInterrupt } from "../kernel/pending-interrupt.ts";
import type { TraceContent, TraceEvent } from "./operation.ts";

/** An event with the values and texts that belong to it. */
export interface EventWithContent {
  readonly event: TraceEvent;
  readonly content: TraceContent;
}

/** A write of a node: name of the channel and value. */
export type Write = readonly [channel: string, value: unknown];

/**
 * Returns the events of the writes of one node, as LangGraph stores them: decisions of people, commits, changed fields and handoffs.
 *
 * They contain names of fields, agents and tools, versions and counts. Values and texts are in `content`.
 */
export function eventsOfWrites(
  writes: readonly Write[],
  isReported: (entry: PlainRecord) => boolean = () => false,
): readonly EventWithContent[] {
  const versions = mergedRecords(writes, "runtime_field_versions");
  const audit = entriesOf(writes, "runtime_audit_log").flatMap((entry) =>
    isReported(entry) ? [] : eventsOfAudit(entry, versions),
  );
  const handoffs = entriesOf(writes, "execution_handoff_history").flatMap(eventOfHandoff);
  const isCommit = audit.some(({ event }) => event.name === "tidemark.commit");
  const changed = isCommit ? [] : eventOfChange(versions);
  return [...audit, ...changed, ...handoffs];
}

/** Events of questions that a node asks. */
export function eventsOfInterrupts(
  asked: readonly unknown[],
  isKnown: (interruptId: string) => boolean,
): readonly EventWithContent[] {
  return asked.flatMap((each) => {
    if (!isPlainRecord(each) || typeof each["id"] !== "string" || isKnown(each["id"])) return [];
    return eventsOfQuestion(pendingInterrupt(each["id"], "", each["value"]));
  });
}

/** Id of the turn that a node starts; null if it starts none. */
export function turnOfWrites(writes: readonly Write[]): string | null {
  const turnId = writes.findLast(([channel]) => channel === "runtime_turn_id")?.[1];
  return typeof turnId === "string" ? turnId : null;
}

function eventsOfQuestion(asked: PendingInterrupt): readonly EventWithContent[] {
  const about = { "tidemark.interrupt.id": asked.id, "tidemark.interrupt.kind": asked.kind };
  if (asked.kind !== "approval" && asked.kind !== "commit") {
    return [{ event: { name: "tidemark.question.asked", attributes: about }, content: { question: asked.value } }];
  }
  const question = asked.kind === "approval" ? asked.value.question : null;
  return asked.value.requests.map((request) => ({
    event: { name: "tidemark.approval.asked", attributes: { ...about, ...requestAttributes(request.id, request) } },
    content: { question: question ?? request.stepObjective, payload: request.payload },
  }));
}

/** Attributes of a request. Its id can contain texts of a model, so only its digest leaves. */
const requestAttributes = (
  id: string,
  { capability, approvalType }: { readonly capability: string; readonly approvalType: string },
) => ({
  "tidemark.approval.key": digest({ id }).slice(0, 16),
  "tidemark.approval.type": approvalType,
  "tidemark.approval.capability": capability,
});

const DECISIONS: Readonly<Record<string, string>> = {
  approved: "tidemark.approval.approved",
  rejected: "tidemark.approval.refused",
  expired: "tidemark.approval.expired",
  cancelled: "tidemark.approval.cancelled",
};

/** Events of an entry of the audit log. */
export function eventsOfAudit(entry: PlainRecord, versions: PlainRecord = {}): readonly EventWithContent[] {
  switch (entry["action"]) {
    case "approval": {
      const { outcome, requestId, capability, approvalType, edited, decidedBy, reason } = entry;
      const name = typeof outcome === "string" && Object.hasOwn(DECISIONS, outcome) ? DECISIONS[outcome] : undefined;
      if (name === undefined) return [];
      const isEdited = isPlainRecord(edited) && outcome === "approved";
      const about = { capability: textOf(capability), approvalType: textOf(approvalType) };
      return [
        {
          event: {
            name: isEdited ? "tidemark.approval.edited" : name,
            attributes: requestAttributes(textOf(requestId), about),
          },
          content: { by: decidedBy, reason, ...(isEdited && { payload: edited }) },
        },
      ];
    }
    case "commit": {
      const accepted = namesIn(entry["accepted"]);
      return [
        {
          event: {
            name: "tidemark.commit",
            attributes: {
              "tidemark.commit.proposed_by": textOf(entry["proposedBy"]),
              "tidemark.commit.fields": accepted,
              "tidemark.commit.versions": versionsOf(accepted, versions),
              "tidemark.commit.refused_fields": namesIn(entry["refused"]),
            },
          },
          content: { reason: entry["reason"], by: entry["decidedBy"] },
        },
      ];
    }
    case "guardrail":
      return [
        {
          event: {
            name: "tidemark.guardrail",
            attributes: {
              "tidemark.guardrail.name": textOf(entry["guardrail"]),
              "tidemark.guardrail.stage": textOf(entry["stage"]),
              "tidemark.guardrail.outcome": textOf(entry["outcome"]),
            },
          },
          content: { reason: entry["reason"] },
        },
      ];
    default:
      return [];
  }
}

/** Changed fields with versions, without the counters of the framework, which every node writes. */
function eventOfChange(versions: PlainRecord): readonly EventWithContent[] {
  const fields = Object.keys(versions).filter((field) => !isCounter(field));
  if (fields.length === 0) return [];
  const attributes = { "tidemark.state.fields": fields, "tidemark.state.versions": versionsOf(fields, versions) };
  return [{ event: { name: "tidemark.state.changed", attributes }, content: {} }];
}

/** True for a counter or flag of the framework. No other field has its name, so an application may have names that look alike. */
const isCounter = (field: string): boolean => field.startsWith("control_") && groupOfName(field) !== null;

const eventOfHandoff = (entry: PlainRecord): readonly EventWithContent[] => [
  {
    event: {
      name: "tidemark.handoff",
      attributes: {
        "tidemark.handoff.from": textOf(entry["fromAgentId"]),
        "tidemark.handoff.to": textOf(entry["toAgentId"]),
        "tidemark.handoff.reason": textOf(entry["reason"]),
      },
    },
    content: { explanation: entry["explanation"] },
  },
];

/** Entries that the writes add to a list. A value that replaces the list contains old entries as well, so it adds none. */
const entriesOf = (writes: readonly Write[], name: string): readonly PlainRecord[] =>
  writes.flatMap(([channel, value]) =>
    channel === name && Array.isArray(value) ? value.filter((each: unknown) => isPlainRecord(each)) : [],
  );

const mergedRecords = (writes: readonly Write[], name: string): PlainRecord =>
  Object.fromEntries(
    writes.flatMap(([channel, value]) => (channel === name && isPlainRecord(value) ? Object.entries(value) : [])),
  );

const namesIn = (record: unknown): string[] => (isPlainRecord(record) ? Object.keys(record) : []);

const versionsOf = (fields: readonly string[], versions: PlainRecord): number[] =>
  fields.map((field) => {
    const version = versions[field];
    return typeof version === "number" ? version : 0;
  });

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 200) : "");
