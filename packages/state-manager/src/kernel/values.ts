/** Values of a state whose declaration is known only at run time. */
export type Values = Readonly<Record<string, unknown>>;
