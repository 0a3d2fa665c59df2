import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { workspaceRoot } from "./command.ts";
import { type Files, fixture } from "./fixture.ts";
import { documentProofs } from "./proofs/documents.ts";
import { importProofs, provedRules } from "./proofs/imports.ts";
import { packageProofs } from "./proofs/packages.ts";
import type { Proof } from "./proofs/proof.ts";
import { lintProof } from "./proofs/tools.ts";
import { listFiles } from "./source-files.ts";

const proofs: readonly Proof[] = [lintProof, ...importProofs, ...documentProofs, ...packageProofs];

const problemsOf = async (proof: Proof, plant: Files): Promise<string> => {
  using tree = fixture(proof.clean);
  await proof.prepare?.(tree.root);
  tree.write(plant);
  if (proof.prepareAgain === true) await proof.prepare?.(tree.root);
  const { problems } = await proof.gate(tree.root);
  return problems.join("\n");
};

test("every custom gate has a proof", () => {
  const proved = proofs.map(({ gate }) => gate.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const gates = listFiles(workspaceRoot, /^tooling\/gates\/[^/]+[.]ts$/).map((file) => path.basename(file, ".ts"));
  expect(proved).toEqual(expect.arrayContaining([...gates, "doc-examples", "api-reports", "generated"]));
});

test("every rule of the import checker has a proof", () => {
  const config = readFileSync(path.join(workspaceRoot, ".dependency-cruiser.mjs"), "utf8");
  const rules = [...config.matchAll(/^ +name: "([^"]+)"/gm)].map((match) => match[1] ?? "");
  expect(provedRules.toSorted()).toEqual(rules.toSorted());
});

describe.each(proofs.map((proof) => [proof.gate.name, proof] as const))("gate %s", (_, proof) => {
  test.concurrent("passes a clean workspace", async () => {
    expect(await problemsOf(proof, {})).toBe("");
  });

  test.concurrent.for(Object.entries(proof.faults))("names %s", async ([, fault]) => {
    const problems = await problemsOf(proof, fault.plant);
    for (const piece of fault.reports) expect(problems).toContain(piece);
  });
});
