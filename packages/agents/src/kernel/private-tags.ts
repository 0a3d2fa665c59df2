/** Tags of runs whose words are not for users: LangGraph streams neither their tokens nor the messages of their nodes. */
const PRIVATE: readonly string[] = ["nostream", "langsmith:hidden"];

/** True for a run whose words are not for users. */
export const isPrivate = ({ tags = [] }: { readonly tags?: readonly string[] | undefined }): boolean =>
  PRIVATE.some((tag) => tags.includes(tag));

/** Adds the private tags to a config, once. */
export function privately<Config extends { readonly tags?: readonly string[] | undefined }>(config: Config): Config {
  const { tags = [] } = config;
  const missing = PRIVATE.filter((tag) => !tags.includes(tag));
  return missing.length === 0 ? config : { ...config, tags: [...tags, ...missing] };
}
