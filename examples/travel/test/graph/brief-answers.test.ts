import { sqliteSaver } from "tidemark/sqlite";
import { describe, expect, test } from "vitest";
import { travelGraph } from "../../src/graph.ts";
import { converse, itineraryOf, LISBON, TestApp } from "../test-app.ts";

function besideView() {
  const app = new TestApp();
  const services = { ...app.services, brief: true };
  return converse(travelGraph(services, sqliteSaver({ database: app.database })), services);
}

describe("beside a view of the trip, an answer", () => {
  test("names what was planned, without the days, assumptions and buttons that the view shows", async () => {
    const { message } = await besideView().send("Rome from Oslo, 3 to 7 March, with a pool, for two people");
    const [first, ...more] = message.split("\n");
    expect(first).toMatch(
      /^\*\*Rome, Wed\u00A03\u00A0Mar\u00A02027 to Sun\u00A07\u00A0Mar\u00A02027, 2\u00A0travelers: \d+\u00A0€, \d+\u00A0€ per person\*\*$/,
    );
    expect(more.filter((line) => line.startsWith("- "))).toEqual([expect.stringContaining("Profile updated")]);
    expect(message).not.toContain("book it");
  });

  test("names what a change changes, and does not repeat the rest", async () => {
    const conversation = besideView();
    await conversation.send(LISBON);
    const { message } = await conversation.send("1");
    expect(message.split("\n")).toEqual([
      "- Changed flight back: X2\u00A0139, 20:45–01:35 → X1\u00A0138, 17:25–22:15; leaves 3\u00A0h\u00A020\u00A0min earlier.",
      "- Changed price: 482\u00A0€ → 483\u00A0€.",
    ]);
  });

  test("an alternative is chosen in the same way while a booking waits for its approval", async () => {
    const [plain, asked] = [besideView(), besideView()];
    await plain.send(LISBON);
    await asked.send(LISBON);
    await asked.send("book it");
    const [chosen, withdrawn] = [await plain.send("1"), await asked.send("1")];
    expect(itineraryOf(withdrawn)).toEqual(itineraryOf(chosen));
    expect(withdrawn.message).toContain("The open question is withdrawn: nothing was booked.");
    expect(withdrawn.question).toBeNull();
  });
});
