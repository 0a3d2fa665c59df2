/** Number of items that are read of a long list or record, until a person wants to see more. */
export const WINDOW = 40;
