/** The values of a state whose declaration is known at run time only. */
export type Values = Readonly<Record<string, unknown>>;
