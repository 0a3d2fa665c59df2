/** Returns the items if the condition is true, and none otherwise, for use in an array literal. */
export const itemsIf = <const Item>(condition: boolean, ...items: Item[]): Item[] => (condition ? items : []);
