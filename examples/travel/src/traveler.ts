/** Traveler of a conversation that names none. */
export const DEFAULT_TRAVELER = "traveler";

/** Returns the traveler of a turn: the user id that the application passes to the run, never one from a message. */
export const travelerOf = ({ runtime_user_id: user }: { readonly runtime_user_id: string | null }): string =>
  user ?? DEFAULT_TRAVELER;
