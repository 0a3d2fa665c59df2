import { agentControlDefaults } from "@tidemark/core-state/internal";
import { configuredAgentControl } from "@tidemark/state-manager/internal";
import { describe, expect, test } from "vitest";
import { parsed } from "../untyped.ts";

describe("configuredAgentControl", () => {
  test("takes what the configuration says, and the safe defaults for the rest", () => {
    expect(configuredAgentControl({ maxStepRetries: 2, planningModeEnabled: true })).toEqual({
      control: { ...agentControlDefaults(), maxStepRetries: 2, planningModeEnabled: true },
      problem: null,
    });
    expect(configuredAgentControl(() => ({ maxStepRetries: 2 })).control.maxStepRetries).toBe(2);
    expect(configuredAgentControl()).toEqual({ control: agentControlDefaults(), problem: null });
  });

  const failing: readonly (readonly [string, () => unknown, RegExp])[] = [
    [
      "throws",
      () => {
        throw new Error("no such file");
      },
      /no such file/,
    ],
    [
      "throws what is no error",
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- a configuration is the application's code, which may throw anything
        throw "no such file";
      },
      /no such file/,
    ],
    ["is not an object", () => null, /must be an object/],
    ["is a list", () => [], /must be an object/],
    ["is a promise", async () => ({ maxStepRetries: 1 }), /must be an object/],
    ["has a wrong value", () => ({ epicsWritesEnabled: true, maxStepRetries: -1 }), /maxStepRetries/],
    ["has an unknown setting", () => ({ epicsWritesEnabled: true, maxStepRetires: 1 }), /maxStepRetires/],
    ["reaches for a prototype", () => parsed('{"epicsWritesEnabled":true,"__proto__":{"x":1}}'), /prototype/],
  ];

  test.each(failing)("one that %s gives the safe defaults, all of them, and says why", (_, source, problem) => {
    const configured = configuredAgentControl(source);
    expect(configured.control).toEqual(agentControlDefaults());
    expect(configured.problem).toMatch(problem);
  });

  test("a setting that does not exist does not compile", () => {
    // @ts-expect-error it is maxStepRetries
    expect(configuredAgentControl({ maxStepRetires: 1 }).problem).not.toBeNull();
  });
});
