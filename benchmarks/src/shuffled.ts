/** In a fixed order, the garbage of one contender would be collected at the cost of the same other one each time. */
export const shuffled = <Each>(list: readonly Each[]): readonly Each[] =>
  list
    .map((each) => ({ each, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each);
