import { describe, expect, test } from "vitest";
import { LISBON, TestApp, sendAll, stateOf } from "../test-app.ts";

describe("a traveler's profile", () => {
  test("shows the source of each fact, and marks guesses", async () => {
    const reply = await sendAll(new TestApp().conversation(), LISBON, "what do you know about me?");
    expect(reply.message).toContain(
      `- eats vegetarian food (you wrote "Lisbon from Copenhagen, 7 to 10 May, mid budget, …" on Sat 21 Nov 2026)`,
    );
    expect(reply.message).toContain(
      `- lives near CPH (guessed from "Lisbon from Copenhagen, 7 to 10 May, mid budget, …" on Sat 21 Nov 2026)`,
    );
  });

  test("is shared by the traveler's conversations, and by nobody else's", async () => {
    const app = new TestApp();
    await app.conversation("spring", "ann").send(LISBON);
    const rome = await app.conversation("autumn", "ann").send("Rome, 4 to 7 June");
    expect(rome.itinerary).toMatchObject({ origin: "CPH", destination: "FCO" });
    expect(rome.itinerary?.outbound.flight.departs.slice(11, 13)).not.toMatch(/^0[0-8]$/);
    const other = await app.conversation("other", "ben").send("Rome, 4 to 7 June");
    expect(other.message).toBe("Please tell me where you start from.");
  });

  test("does not guess a fact again that was taken back, in any conversation", async () => {
    const app = new TestApp();
    await sendAll(app.conversation("spring"), LISBON, "forget my home");
    const autumn = app.conversation("autumn");
    expect((await autumn.send("to Rome, 4 to 7 June")).message).toBe("Please tell me where you start from.");
    await autumn.send("from Copenhagen");
    expect((await stateOf(autumn)).user_home_address).toMatchObject([{ status: "takenBack" }]);
  });

  test("removes a fact that the traveler takes back, and plans the trip again", async () => {
    const conversation = new TestApp().conversation();
    const reply = await sendAll(conversation, LISBON, "I don't hate early flights any more");
    expect(reply.message).toContain("Profile updated: dislikes early flights (removed).");
    expect(reply.itinerary?.outbound.flight.departs.slice(11) ?? "").toBe("06:10");
  });

  test("is forgotten on request, in every conversation", async () => {
    const app = new TestApp();
    const spring = app.conversation("spring");
    const reply = await sendAll(spring, LISBON, "forget me");
    expect(reply.message).toMatch(/^I have forgotten everything that I knew about you\./);
    expect((await spring.send("what do you know about me?")).message).toBe("Your profile is empty.");
    expect((await app.conversation("autumn").send("to Rome, 4 to 7 June")).message).toBe(
      "Please tell me where you start from.",
    );
  });

  test("states the home of an earlier trip as an assumption", async () => {
    const app = new TestApp();
    await app.conversation("spring").send(LISBON);
    const { itinerary } = await app.conversation("autumn").send("Rome, 4 to 7 June");
    expect(itinerary?.assumed).toContain("from CPH, where an earlier trip started");
  });

  test("determines the seat", async () => {
    const reply = await sendAll(new TestApp().conversation(), LISBON, "window seat please");
    expect(reply.itinerary?.outbound.seat).toMatch(/[AF]$/);
  });
});
