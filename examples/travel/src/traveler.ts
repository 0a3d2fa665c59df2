/** Whose conversation it is when nobody said. */
export const ANYBODY = "traveler";

/** The traveler of a turn: the user of the run, as the application and never a message says. */
export const travelerOf = ({ runtime_user_id: user }: { readonly runtime_user_id: string | null }): string =>
  user ?? ANYBODY;
