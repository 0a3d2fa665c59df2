import { agentErrors, classifyError } from "@tidemark/agents";
import { ErrorClassification } from "@tidemark/core-state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { untyped } from "../untyped.ts";

const named = (name: string, message = "") => Object.assign(new Error(message), { name });
const coded = (code: string) => Object.assign(new Error("no"), { code });
const status = (code: number) => Object.assign(new Error("no"), { status: code });
class RequestTimeout extends Error {}

describe("the common rules", () => {
  test.each([
    ["a timeout", new DOMException("late", "TimeoutError"), "retriable"],
    ["a class whose name contains Timeout", new RequestTimeout("late"), "retriable"],
    ["a connection that was reset", coded("ECONNRESET"), "retriable"],
    ["a server name that cannot be resolved", coded("ENOTFOUND"), "retriable"],
    ["a fetch without a connection", new TypeError("fetch failed", { cause: coded("ECONNREFUSED") }), "retriable"],
    ["a connection error of a client", named("APIConnectionError"), "retriable"],
    ["too many requests", status(429), "retriable"],
    [
      "too many requests, by the code of LangGraph",
      Object.assign(new Error("no"), { lc_error_code: "MODEL_RATE_LIMIT" }),
      "retriable",
    ],
    ["a server's failure", status(503), "retriable"],
    ["a server's failure in a response", Object.assign(new Error("no"), { response: { status: 500 } }), "retriable"],
    [
      "output of the wrong shape",
      Object.assign(new Error("no"), { lc_error_code: "OUTPUT_PARSING_FAILURE" }),
      "retriable",
    ],
    ["output that does not match the schema", z.string().safeParse(1).error, "retriable"],
    ["broken JSON", new SyntaxError("Unexpected token"), "retriable"],
    ["a request that is refused", status(401), "critical"],
    ["a programming error", new TypeError("x is not a function"), "critical"],
    ["an abort", new DOMException("stopped", "AbortError"), "fatal"],
    ["a killed run", agentErrors.killed({ threadId: "t", reason: "enough" }), "fatal"],
    [
      "a reached recursion limit",
      Object.assign(named("GraphRecursionError"), { lc_error_code: "GRAPH_RECURSION_LIMIT" }),
      "fatal",
    ],
    ["a missing context", agentErrors.invalidContextKey({ key: "a", known: [] }), "replanning"],
    [
      "a wrong selection of capabilities",
      agentErrors.reclassificationRequired({ reason: "no task" }),
      "reclassification",
    ],
    ["anything else", new Error("no idea"), "critical"],
  ] as const)("%s", (_, error, severity) => {
    expect(classifyError(error).severity).toBe(severity);
  });

  test("look inside errors that wrap the actual failure", () => {
    expect(classifyError(new Error("The step failed", { cause: status(429) })).severity).toBe("retriable");
  });

  test("provide a text for people, separate from the details", () => {
    expect(classifyError(status(503))).toEqual({
      severity: "retriable",
      userMessage: "The service has an internal problem.",
      metadata: { errorType: "Error", technicalDetails: "no", status: 503 },
    });
  });
});

const broken = () => {
  throw new Error("me too");
};

describe("the agent's own rule", () => {
  test("takes precedence", () => {
    const own = { severity: "replanning", userMessage: "No such city." } as const;
    expect(classifyError(status(429), () => own)).toEqual(own);
  });

  test.each([null, undefined, "fatal", { severity: "bad" }])("is skipped when it returns %j", (answer) => {
    expect(classifyError(status(429), () => untyped(answer)).severity).toBe("retriable");
  });

  test("is skipped when it throws", () => {
    expect(classifyError(status(429), broken).severity).toBe("retriable");
  });
});

describe("hostile errors", () => {
  const throwing = new Proxy(new Error("x"), {
    get() {
      throw new Error("not for you");
    },
  });
  const circle: { cause?: unknown } = new Error("round");
  circle.cause = circle;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  test("are classified like any other", () => {
    const all: readonly unknown[] = [
      throwing,
      circle,
      revoked.proxy,
      null,
      undefined,
      Symbol("s"),
      1n,
      { message: {} },
      { code: {} },
    ];
    for (const error of all) expect(ErrorClassification.safeParse(classifyError(error)).success).toBe(true);
  });

  test("any thrown value is classified as JSON", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true }),
        (error) => {
          const found = classifyError(error);
          expect(JSON.parse(JSON.stringify(found))).toEqual(found);
          expect(ErrorClassification.safeParse(found).success).toBe(true);
        },
      ),
    );
  });
});
