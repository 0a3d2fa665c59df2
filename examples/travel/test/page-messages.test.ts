import { expect, test } from "vitest";
import { readMessage } from "../src/reading/read-message.ts";
import { context } from "./reading/context.ts";

// The buttons of the page send messages, which are read like typed ones.
test.each([
  ["Take alternative 1", { intent: "change_trip", choice: 1 }],
  ["Take alternative 12", { intent: "change_trip", choice: 12 }],
  ["2", { intent: "change_trip", choice: 2 }],
])("the page and a person choose an alternative with %j", (text, expected) => {
  expect(readMessage(text, context)).toMatchObject(expected);
});
