import { describe, expect, test } from "vitest";
import { conversationId } from "../../src/flow/conversation-id.ts";
import { flowErrors } from "../../src/flow/errors.ts";

describe("conversationId", () => {
  test("takes the first eight hexadecimal digits of a UUID", () => {
    expect(conversationId("3F2B8C1E-9a7d-4c58-8e21-0b6d5f4a3c2b")).toBe("conv_3f2b8c1e");
  });

  test("reads over everything that is no hexadecimal digit", () => {
    expect(conversationId("12-34-56-78")).toBe("conv_12345678");
  });

  test("refuses text with too few digits, naming it", () => {
    expect(() => conversationId("1234567")).toThrow(flowErrors.invalidRandom({ random: "1234567" }).message);
  });
});
