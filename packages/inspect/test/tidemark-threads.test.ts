import { expect, test } from "vitest";
import { threadReader } from "../src/index.ts";
import { bookedTrip } from "./trip.ts";

function conversation() {
  const { session, saver, state } = bookedTrip();
  return { session, reader: threadReader({ saver, state }) };
}

test("blame names the proposal, who accepted it and why", async () => {
  const { session, reader } = conversation();
  await session.send("Where does it rain?");
  const { trip_city: city } = await reader.blame("ann", { fields: ["trip_city"] });
  expect(city).toMatchObject({ outcome: "proposal", by: "weather", decidedBy: "root", reason: "It rains there." });
  const { steps } = await reader.steps("ann");
  expect(steps.find(({ id }) => id === city?.writtenAt?.id)?.nodes).toEqual(["commit"]);
});

test("proposals are listed while they are open, and with the decision afterwards", async () => {
  const { session, reader } = conversation();
  await session.send("Where does it rain?");
  const { steps } = await reader.steps("ann");
  const proposed = steps.find(({ nodes }) => nodes.includes("weather"));
  const { open } = await reader.proposals("ann", proposed?.id);
  expect(open).toMatchObject([
    {
      proposedBy: "weather",
      changes: [{ field: "trip_city", change: { value: "Bergen" }, seenVersion: 0, version: 0 }],
    },
  ]);
  const after = await reader.proposals("ann");
  expect(after.open).toEqual([]);
  expect(after.decided).toMatchObject([
    { proposedBy: "weather", decidedBy: "root", accepted: ["trip_city"], refused: {} },
  ]);
});

test("a question shows what a person is asked, and blame the person who approved", async () => {
  const { session, reader } = conversation();
  const asked = await session.send("Where does it rain?");
  expect((await reader.steps("ann")).interrupts).toMatchObject([
    { value: { type: "approval", requests: [{ capability: "booker" }] } },
  ]);
  const [interrupt] = asked.outcome === "interrupted" ? asked.interrupts : [];
  await session.resume(interrupt?.id ?? "", "yes");
  const { trip_remark: remark } = await reader.blame("ann", { fields: ["trip_remark"] });
  expect(remark).toMatchObject({ outcome: "approved", by: "booker", approvedBy: "user:user-of-ann" });
  expect((await reader.steps("ann")).interrupts).toEqual([]);
});

test("a value that a new turn has reset is explained by its lifetime", async () => {
  const { session, reader } = conversation();
  const asked = await session.send("Where does it rain?");
  const [interrupt] = asked.outcome === "interrupted" ? asked.interrupts : [];
  await session.resume(interrupt?.id ?? "", "yes");
  await session.send("And tomorrow?");
  expect(await reader.blame("ann", { fields: ["trip_remark", "trip_city"] })).toMatchObject({
    trip_remark: { outcome: "reset", lifetime: "turn", writtenAt: { turn: 2 } },
    trip_city: { outcome: "proposal", writtenAt: { turn: 1 } },
  });
});

test("the routing table explains why an agent ran", async () => {
  const { session, reader } = conversation();
  await session.send("Where does it rain?");
  const { steps } = await reader.steps("ann");
  const ran = steps.find(({ nodes }) => nodes.includes("weather"));
  const { routing, after } = await reader.why("ann", ran?.id);
  expect(routing).toMatchObject({ leadsTo: "weather", agrees: true });
  expect(routing?.rows.filter(({ taken }) => taken)).toHaveLength(1);
  expect(after).toEqual(["planner"]);
});

test("fields have their meaning, owner and lifetime, and those of the application come first", async () => {
  const { session, reader } = conversation();
  await session.send("Where does it rain?");
  const { fields: all } = await reader.state("ann");
  expect(all.find(({ name }) => name === "trip_city")?.declared).toEqual({
    description: "Destination.",
    lifetime: "thread",
    owner: "root",
  });
  const kinds = all.filter(({ changed }) => !changed).map(({ isInfrastructure }) => isInfrastructure);
  expect(kinds.lastIndexOf(false)).toBeLessThan(kinds.indexOf(true));
});
