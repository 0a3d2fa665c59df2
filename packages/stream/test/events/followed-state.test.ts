import { expect, test } from "vitest";
import { followedState, type FollowedState } from "../../src/events/followed-state.ts";

const text = "x".repeat(100);

/** Sends the whole state if it is due. Returns true if it was. */
function send(state: FollowedState): boolean {
  const { isDue, values } = state;
  if (isDue) state.sent({ ...values });
  return isDue;
}

const change = (state: FollowedState, value: string): void =>
  state.change([{ op: "replace", path: "/desk_city", value }]);

test("the whole state is due at first, and when as much has changed as it has", () => {
  const state = followedState(-1);
  expect([send(state), state.isChanged]).toEqual([false, false]);
  state.snapshot({ desk_city: text });
  expect([send(state), state.isChanged]).toEqual([true, false]);
  change(state, "Oslo");
  expect([send(state), state.isChanged]).toEqual([false, true]);
  change(state, text);
  expect([send(state), state.isChanged]).toEqual([true, false]);
  expect(state.values).toEqual({ desk_city: text });
});

test("the whole state is due after each change until so many bytes were sent", () => {
  const state = followedState(300);
  state.snapshot({ desk_city: text });
  const due = [send(state)];
  for (const city of ["Oslo", "Rome", "Bonn"]) {
    change(state, city.padEnd(90, "."));
    due.push(send(state));
  }
  expect(due).toEqual([true, true, true, true]);
  state.snapshot({ desk_city: text.repeat(3) });
  send(state);
  change(state, "Oslo");
  expect([send(state), state.isChanged]).toEqual([false, true]);
});
