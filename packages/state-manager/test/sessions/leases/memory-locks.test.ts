import { memoryLocks } from "@tidemark/state-manager";
import { describe } from "vitest";
import { testLocks } from "./lock-contract.ts";

describe("memoryLocks", () => {
  testLocks(() => memoryLocks());
});
