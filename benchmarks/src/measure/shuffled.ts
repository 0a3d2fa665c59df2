/** Returns the list in random order. In a fixed order, the same contender would always pay for the garbage of another. */
export const shuffled = <Item>(list: readonly Item[]): readonly Item[] =>
  list
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
