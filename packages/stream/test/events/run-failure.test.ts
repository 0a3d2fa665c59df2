import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunEvent } from "../../src/events/run-events.ts";
import {
  codeOf,
  rememberError,
  reportFailure,
  type RunFailure,
  withSafeFailure,
} from "../../src/events/run-failure.ts";

const base = { eventId: "9855fe3f-eaf7-85ea-ad83-91df86ed04f6", sequence: 3, runId: "run-1", turnId: "turn_1" };
const failed: RunEvent = {
  ...base,
  timestamp: "2026-01-08T20:30:00Z",
  type: "run_failed",
  message: "no paper",
  code: "ENOPAPER",
};

function noting() {
  const failures: RunFailure[] = [];
  return { failures, onError: (failure: RunFailure) => void failures.push(failure) };
}

describe("withSafeFailure", () => {
  test("replaces the text of an error and reports the error with its stack", () => {
    const { failures, onError } = noting();
    const error = new Error("no paper");
    const safe = withSafeFailure(rememberError({ ...failed }, error), { onError });
    expect(safe).toEqual({ ...failed, message: `The run failed. Error id: ${base.eventId}` });
    expect(failures).toEqual([{ errorId: base.eventId, runId: "run-1", code: "ENOPAPER", error }]);
    expect(failures[0]?.error).toBe(error);
  });

  test("reports an event of another process by its text", () => {
    const { failures, onError } = noting();
    withSafeFailure(failed, { onError });
    expect(failures[0]?.error).toMatchObject({ message: "no paper" });
  });

  test("keeps a text that was written for users", () => {
    const { failures, onError } = noting();
    const refused: RunEvent = { ...failed, isPublic: true };
    expect(withSafeFailure(refused, { onError })).toBe(refused);
    expect(failures).toEqual([]);
  });

  test("omits a code that is a text", () => {
    const { onError } = noting();
    const safe = withSafeFailure({ ...failed, code: "password is hunter2" }, { onError });
    expect(JSON.stringify(safe)).not.toContain("hunter2");
  });
});

const broken = () => {
  throw new Error("second");
};

describe("reportFailure", () => {
  test("returns the neutral text when the application's functions throw", () => {
    const logged: unknown[][] = [];
    vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => void logged.push(values));
    onTestFinished(() => void vi.restoreAllMocks());
    const failure = { errorId: "e-1", runId: null, code: null, error: new Error("first") };
    expect(reportFailure(failure, { describeError: broken, onError: broken })).toBe("The run failed. Error id: e-1");
    expect(logged.map(([, thrown]) => (thrown instanceof Error ? thrown.message : ""))).toEqual(["first", "second"]);
  });
});

test("codeOf reads the codes of errors and nothing else", () => {
  const codes = [{ code: "agents/killed" }, { lc_error_code: "MODEL_NOT_FOUND" }, { code: "no code" }, { code: 7 }];
  expect([...codes, null, "x"].map(codeOf)).toEqual(["agents/killed", "MODEL_NOT_FOUND", null, null, null, null]);
});
