/**
 * Folds one update into the value of one field.
 *
 * Every reducer of this package keeps five promises:
 *
 * - It is **pure**: no clock, no random number, no id, and neither argument is changed.
 * - It is **calm**: a `current` of `undefined` or `null` is the field's empty value, an `update` of `undefined` is no
 *   update. So is `null`, unless the reducer says that `null` clears.
 * - It is **lazy**: when nothing changed it returns `current` itself, so that `===` answers "did it change?".
 * - It **shares**: untouched parts of the result are the same objects as in `current`; what the update brought is
 *   copied once and deeply frozen, so that a later mutation of the caller's object changes nothing.
 * - It **refuses** what must never enter a state: keys that reach a prototype, and values that JSON cannot carry. The
 *   error names the path, and nothing is half-written.
 *
 * The laws that hold on top of these are named in each reducer's own comment and proved by its test.
 */
export type Reducer<Value, Update = Value> = (
  current: Value | null | undefined,
  update: Update | null | undefined,
) => Value;
