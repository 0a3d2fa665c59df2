import { expect, test } from "vitest";
import { loadMcpSdk, orMissing } from "../../src/mcp/load-mcp.ts";

test("the SDK of the protocol is loaded when it is used", async () => {
  expect(typeof (await loadMcpSdk()).Client).toBe("function");
});

test("a package that is not installed is named, with the command that installs it", async () => {
  const name = "@tidemark/no-such-package";
  const error: unknown = await orMissing(name, () => import(name)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "agents/missingPackage" });
  expect(String(error)).toContain(`\`mcpTools\` needs the package "${name}"`);
  expect(String(error)).toContain(`npm install ${name}`);
});

test("an error of a package itself is not one of a missing package", async () => {
  const fault = new Error("Cannot find module 'other'");
  await expect(orMissing("@langchain/mcp-adapters", () => Promise.reject(fault))).rejects.toBe(fault);
});
