import { agentControlDefaults } from "@tidemark/core-state/internal";
import { configuredAgentControl } from "@tidemark/state-manager/internal";
import { describe, expect, test } from "vitest";
import { parsed } from "../untyped.ts";

describe("configuredAgentControl", () => {
  test("uses the configuration and the safe defaults for missing settings", () => {
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
      "throws a value that is not an error",
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- the configuration of an application may throw any value
        throw "no such file";
      },
      /no such file/,
    ],
    ["is not an object", () => null, /must be an object/],
    ["is a list", () => [], /must be an object/],
    ["is a promise", async () => ({ maxStepRetries: 1 }), /must be an object/],
    ["has a wrong value", () => ({ epicsWritesEnabled: true, maxStepRetries: -1 }), /maxStepRetries/],
    ["has an unknown setting", () => ({ epicsWritesEnabled: true, maxStepRetires: 1 }), /maxStepRetires/],
    ["contains a prototype key", () => parsed('{"epicsWritesEnabled":true,"__proto__":{"x":1}}'), /prototype/],
  ];

  test.each(failing)("one that %s is replaced by the safe defaults, with a reason", (_, source, problem) => {
    const configured = configuredAgentControl(source);
    expect(configured.control).toEqual(agentControlDefaults());
    expect(configured.problem).toMatch(problem);
  });

  test("an unknown setting does not compile", () => {
    // @ts-expect-error the setting is called maxStepRetries
    expect(configuredAgentControl({ maxStepRetires: 1 }).problem).not.toBeNull();
  });
});
