/**
 * Function that applies one update to the value of one field.
 *
 * Every reducer of this package guarantees:
 *
 * - **Pure**: it uses no clock, random number or generated id, and changes neither argument.
 * - **Tolerant of missing values**: a `current` of `undefined` or `null` is the field's empty value. An `update` of
 *   `undefined` changes nothing. Neither does `null`, unless the reducer documents that `null` clears.
 * - **Stable**: if nothing changes, it returns `current` itself, so `===` detects changes.
 * - **Sharing**: unchanged parts of the result are the same objects as in `current`. The update is copied once and deeply
 *   frozen, so later mutations of the caller's object have no effect.
 * - **Safe**: keys that can change a prototype and values that JSON cannot represent throw an error with the path, and
 *   nothing is written.
 *
 * The comment of each reducer names the further laws that it satisfies. Its test verifies them.
 */
export type Reducer<Value, Update = Value> = (
  current: Value | null | undefined,
  update: Update | null | undefined,
) => Value;
