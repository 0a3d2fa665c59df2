import type { LangGraphRunnableConfig } from "@langchain/langgraph";

/** Whose conversation it is when nobody said. */
export const ANYBODY = "traveller";

/** The traveller of a run: `user_id` of its config, which comes from the application and never from a message. */
export function travellerIn({ configurable }: LangGraphRunnableConfig): string {
  const user: unknown = configurable?.["user_id"];
  return typeof user === "string" && user !== "" ? user : ANYBODY;
}
