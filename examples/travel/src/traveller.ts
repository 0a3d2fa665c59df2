/** Whose conversation it is when nobody said. */
export const ANYBODY = "traveller";

/** The traveller of a turn: the user of the run, as the application and never a message says. */
export const travellerOf = ({ runtime_user_id: user }: { readonly runtime_user_id: string | null }): string =>
  user ?? ANYBODY;
