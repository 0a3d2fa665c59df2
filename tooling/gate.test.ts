import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { workspaceRoot } from "./command.ts";
import { type Files, fixture } from "./fixture.ts";
import { gates } from "./gates/index.ts";
import { documentProofs } from "./proofs/documents.ts";
import { importProofs, provedRules } from "./proofs/imports.ts";
import { packageProofs } from "./proofs/packages.ts";
import type { Proof } from "./proofs/proof.ts";
import { sourceProofs } from "./proofs/sources.ts";

const proofs: readonly Proof[] = [...sourceProofs, ...importProofs, ...documentProofs, ...packageProofs];

const runGate = async (proof: Proof, plant: Files) => {
  using tree = fixture(proof.clean);
  for (const [place, target] of Object.entries(proof.links ?? {})) tree.link(place, path.join(workspaceRoot, target));
  await proof.prepare?.(tree.root);
  tree.write(plant);
  return await proof.gate.run(tree.root);
};

test("every gate is proved", () => {
  expect(proofs.map((proof) => proof.gate.name).toSorted()).toEqual(gates.map((gate) => gate.name).toSorted());
});

test("every rule of the import checker is proved", () => {
  const config = readFileSync(path.join(workspaceRoot, ".dependency-cruiser.mjs"), "utf8");
  const rules = [...config.matchAll(/^ +name: "([^"]+)"/gm)].map((match) => match[1] ?? "");
  expect(provedRules.toSorted()).toEqual(rules.toSorted());
});

test("CI runs the test command of the README, then the gates", () => {
  const script = readFileSync(path.join(workspaceRoot, ".ci", "run"), "utf8");
  expect(script).toMatch(/npx -y pnpm@[\d.]+ test[^]*npx -y pnpm@[\d.]+ gate/);
});

describe.each(proofs.map((proof) => [proof.gate.name, proof] as const))("gate %s", (_, proof) => {
  test.concurrent("passes a clean workspace", async () => {
    const { ok, output } = await runGate(proof, {});
    expect(ok ? "" : output).toBe("");
  });

  test.concurrent.for(Object.entries(proof.faults))("catches %s", async ([, fault]) => {
    const { ok, output } = await runGate(proof, fault.plant);
    expect(ok).toBe(false);
    for (const piece of fault.says) expect(output).toContain(piece);
  });
});
