import { describe, expect, test } from "vitest";
import { answerProblem, isBareAnswer, readOffered } from "../../src/approval/answer.ts";
import type { Choice } from "../../src/approval/offer.ts";

const plain: Choice[] = [
  { label: "Yes", notes: [], decision: { kind: "approve" } },
  {
    label: "At 17:00",
    notes: [],
    decision: { kind: "retime", start: "2026-11-24T17:00:00Z", end: "2026-11-24T18:00:00Z" },
  },
  { label: "No", notes: [], decision: { kind: "reject" } },
];
const conflicting: Choice[] = [
  { label: "Move it", notes: [], decision: { kind: "resolve", resolutionId: "move:1" } },
  { label: "Cancel the other", notes: [], decision: { kind: "resolve", resolutionId: "cancel:1" } },
  { label: "No", notes: [], decision: { kind: "reject" } },
];

describe("readOffered", () => {
  test("a number beyond the choices is an hour if the question has a time", () => {
    const timed = { choices: plain, question: "Add it on Tue 24 Nov 16:00–17:00?" };
    expect(readOffered("9", timed)).toEqual({ kind: "change", text: "9" });
    expect(readOffered("9", { ...timed, question: "Add it?" })).toBeNull();
    expect(readOffered("1", timed)).toEqual({ kind: "approve" });
    expect(readOffered("option 9", timed)).toBeNull();
  });

  test.each([
    "yes",
    "Y",
    "Yes!",
    "ok.",
    "yep",
    "  yes  ",
    "YES!!!",
    "approve",
    "sure",
    "go ahead",
    "yes please",
    "1",
    "Looks good",
    "perfect, thanks",
    "ok, do it",
    "that's fine with me",
  ])("%s approves the one thing there is to approve", (text) => {
    expect(readOffered(text, { choices: plain, question: "Add it?" })).toEqual({ kind: "approve" });
  });

  test.each(["yes, but at 5", "looks good at 5", "ok, cancel it", "right, with Sam"])(
    "%s has further content",
    (text) => {
      expect(readOffered(text, { choices: plain, question: "Add it?" })).toEqual({ kind: "change", text });
    },
  );

  test.each(["no", "N", "nope", "nah", "cancel", "stop", "deny", "No, thanks", "3"])("%s rejects", (text) => {
    expect(readOffered(text, { choices: plain, question: "Add it?" })).toEqual({ kind: "reject" });
  });

  test.each(["", " ", "0", "4", "99"])("%j decides nothing", (text) => {
    expect(readOffered(text, { choices: plain, question: "Add it?" })).toBeNull();
  });

  test("a yes to several resolutions decides nothing, because it is ambiguous", () => {
    expect(readOffered("yes", { choices: conflicting, question: "Add it?" })).toBeNull();
    expect(readOffered("2", { choices: conflicting, question: "Add it?" })).toEqual({
      kind: "resolve",
      resolutionId: "cancel:1",
    });
  });

  test.each(["#2", "2.", "2)", "the second one", "Second", "option 2", "number 2", "no. 2"])(
    "%j picks the second line, another time",
    (text) => {
      expect(readOffered(text, { choices: plain, question: "Add it?" })).toMatchObject({ kind: "retime" });
    },
  );

  test.each(["yes, but at 5pm", "no, I meant 5pm", "make it Saturday", "without the van", "maybe"])(
    "%j changes what is asked",
    (text) => {
      expect(readOffered(text, { choices: plain, question: "Add it?" })).toEqual({ kind: "change", text });
    },
  );

  test("a text that is too long is not an answer", () => {
    expect(readOffered("x".repeat(501), { choices: plain, question: "Add it?" })).toBeNull();
  });
});

describe("answerProblem", () => {
  test("lists the numbers that a yes could mean, and the valid numbers", () => {
    expect(answerProblem(" Yes ", conflicting)).toBe(
      '"Yes" could mean any choice from 1 to 2. Answer with one number.',
    );
    expect(answerProblem("blue", conflicting)).toBe(
      "That is not one of the choices. Answer with a number from 1 to 3, or say what should be different.",
    );
    expect(answerProblem("yes!", plain)).toBe(
      "That is not one of the choices. Answer with a number from 1 to 3, or say what should be different.",
    );
  });
});

describe("isBareAnswer", () => {
  test.each(["1", "#3", "yes", "No.", "never mind", "the first one"])("%j can only be an answer", (text) => {
    expect(isBareAnswer(text)).toBe(true);
  });

  test.each(["piano at 4", "yes, piano at 4", "", "first aid course", "cancel piano"])("%j can be more", (text) => {
    expect(isBareAnswer(text)).toBe(false);
  });
});
