import type * as LangChain from "langchain";
import { agentErrors } from "../kernel/errors.ts";
import { isMissing } from "../kernel/missing-package.ts";

/** Loads the package `langchain` when it is first used; throws `agents/missingPackage` when it is not installed. */
export async function loadLangChain(by: string): Promise<typeof LangChain> {
  try {
    return await import("langchain");
  } catch (error) {
    if (isMissing(error, "langchain")) throw agentErrors.missingPackage({ package: "langchain", by }, { cause: error });
    throw error;
  }
}
