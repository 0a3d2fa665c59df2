/** True when a package itself cannot be found; an import inside of it does not count. */
export function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  const isNotFound = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return (isNotFound || /cannot find (?:module|package)/i.test(error.message)) && error.message.includes(name);
}
