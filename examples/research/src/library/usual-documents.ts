import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The documentation beside this example, or, where the example was copied out, the sample documents in it. */
export function usualDocuments(): string {
  const shipped = ["../../../../docs", "../../library"].map((each) => fileURLToPath(new URL(each, import.meta.url)));
  return shipped.find((each) => existsSync(each)) ?? "docs";
}
