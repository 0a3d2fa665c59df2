import { describe, expect, test } from "vitest";
import { LISBON, Office, sayAll, stateOf } from "../travel.ts";

describe("what is known of a traveler", () => {
  test("says where each fact comes from, and which are guesses", async () => {
    const reply = await sayAll(new Office().talk(), LISBON, "what do you know about me?");
    expect(reply.message).toContain(`- eats vegetarian (you said "${LISBON}" on 2026-11-21)`);
    expect(reply.message).toContain(`- lives near CPH (guessed, since you said "${LISBON}" on 2026-11-21)`);
  });

  test("holds in the traveler's other conversations, and in nobody else's", async () => {
    const office = new Office();
    await office.talk("spring", "ann").say(LISBON);
    const rome = await office.talk("autumn", "ann").say("Rome, 4 to 7 June");
    expect(rome.itinerary).toMatchObject({ origin: "CPH", destination: "FCO" });
    expect(rome.itinerary?.outbound.flight.departs.slice(11, 13)).not.toMatch(/^0[0-8]$/);
    const other = await office.talk("other", "ben").say("Rome, 4 to 7 June");
    expect(other.message).toBe("Please tell me where you start from.");
  });

  test("a fact that is taken back does not come back by guessing, in any conversation", async () => {
    const office = new Office();
    await sayAll(office.talk("spring"), LISBON, "forget my home");
    const autumn = office.talk("autumn");
    expect((await autumn.say("to Rome, 4 to 7 June")).message).toBe("Please tell me where you start from.");
    await autumn.say("from Copenhagen");
    expect((await stateOf(autumn)).user_profile.find(({ kind }) => kind === "home")).toMatchObject({
      status: "takenBack",
    });
  });

  test("a wrong guess is taken back by what is said, and the trip is planned anew", async () => {
    const conversation = new Office().talk();
    const reply = await sayAll(conversation, LISBON, "I don't hate early flights any more");
    expect(reply.message).toContain("Noted: not any more that the traveler dislikes early flights.");
    expect(reply.itinerary?.outbound.flight.departs.slice(11) ?? "").toBe("06:10");
  });

  test("a seat that is preferred is chosen", async () => {
    const reply = await sayAll(new Office().talk(), LISBON, "window seat please");
    expect(reply.itinerary?.outbound.seat).toMatch(/[AF]$/);
  });
});
