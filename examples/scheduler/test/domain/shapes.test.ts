import { describe, expect, test } from "vitest";
import { Conflict } from "../../src/domain/outputs.ts";
import { NLParserData } from "../../src/domain/parser-data.ts";
import { request } from "./proposal.ts";

const conflict: Conflict = {
  id: "time:dentist:piano",
  type: "time_conflict",
  severity: "medium",
  conflictingEventId: "piano",
  conflictingEventTitle: "Piano",
  participantsAffected: ["emma"],
  details: "Emma has Piano Tue 24 Nov 16:00–17:00.",
};

const parsed = request({ participants: ["emma"] });

describe("Conflict", () => {
  test.each(["time_overlap", "participant_conflict", "", null])("FAM-10 refuses the type %j", (type) => {
    expect(Conflict.safeParse({ ...conflict, type }).error?.issues[0]?.path).toEqual(["type"]);
  });

  test.each(["urgent", "CRITICAL", "", 3])("FAM-10 refuses the severity %j", (severity) => {
    expect(Conflict.safeParse({ ...conflict, severity }).error?.issues[0]?.path).toEqual(["severity"]);
  });

  test.each(["time_conflict", "resource_conflict", "constraint_violation"])("FAM-10 accepts the type %j", (type) => {
    expect(Conflict.parse({ ...conflict, type })).toEqual({ ...conflict, type });
  });

  test.each(["low", "medium", "high", "critical"])("FAM-10 accepts the severity %j", (severity) => {
    expect(Conflict.parse({ ...conflict, severity })).toEqual({ ...conflict, severity });
  });
});

describe("NLParserData", () => {
  test.each(["invalid", "CREATE", "", null])("FAM-09 refuses the event type %j", (eventType) => {
    expect(NLParserData.safeParse({ ...parsed, eventType }).error?.issues[0]?.path).toEqual(["eventType"]);
  });

  test.each(["create", "modify", "cancel", "query"])("FAM-09 accepts the event type %j", (eventType) => {
    expect(NLParserData.parse({ ...parsed, eventType })).toEqual({ ...parsed, eventType });
  });
});
