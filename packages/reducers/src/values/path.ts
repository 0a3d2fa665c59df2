/** Keys and indexes from the root of an update to one value in it. */
export type Path = readonly PropertyKey[];

/** Formats a path: `["steps", 0, "start time"]` becomes `steps[0]["start time"]`. The root is the empty string. */
export function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (typeof key === "string" && /^[A-Za-z_$][\w$]*$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${typeof key === "string" ? JSON.stringify(key) : String(key)}]`;
  }
  return text;
}
