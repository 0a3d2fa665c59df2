import { expect, test } from "vitest";
import { coreStateErrors } from "../src/kernel/errors.ts";

test("errors are recognized by their code, not by their class", () => {
  const error = coreStateErrors.fieldClash({ fields: ["task_current_task"] });
  expect(error.code).toBe("core-state/fieldClash");
  expect(coreStateErrors.fieldClash.is(error)).toBe(true);
  expect(coreStateErrors.invalidUpdate.is(error)).toBe(false);
});

test("every message contains its details and a remedy", () => {
  expect(coreStateErrors.fieldClash({ fields: ["task_a", "task_b"] }).message).toBe(
    'The state already has "task_a", "task_b". Rename the new field.',
  );
  expect(coreStateErrors.misplacedField({ key: "city", name: "trip_city" }).message).toContain("without renaming");
  expect(coreStateErrors.frameworkField({ field: "messages", group: "conversation" }).message).toBe(
    '"messages" is a field of Tidemark. Choose another name, or use the declaration in `fieldGroups.conversation`.',
  );
  expect(coreStateErrors.invalidVersion({ version: 1.5 }).message).toContain("not 1.5");
});

test("a refused update lists every issue and names its node", () => {
  const issues = [
    { code: "notAnUpdate", found: "null", message: "An update must be a plain object of fields, not null." },
  ] as const;
  expect(coreStateErrors.invalidUpdate({ node: "planner", issues }).message).toBe(
    'The update from "planner" was refused, and none of it was applied:\n  - An update must be a plain object of fields, not null.',
  );
});
