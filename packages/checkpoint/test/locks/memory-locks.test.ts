import { memoryLocks } from "@tidemark/checkpoint/internal";
import { describe } from "vitest";
import { testLocks } from "./lock-contract.ts";

describe("memoryLocks", () => {
  testLocks(() => memoryLocks());
});
