import { expect, test } from "vitest";
import { routeFacts } from "../../src/routing/route-facts.ts";
import { stepRoute } from "../../src/routing/route-step.ts";
import { NOW, registry } from "./routing-values.ts";

const to = (name: string | null) => stepRoute(routeFacts({}, { registry, now: NOW }), { name, place: "step 1 of 1" });

test("a step leads to the answer, to a question, to an agent, or to an error that names its agent", () => {
  expect([to(null).to, to("respond").to, to("clarify").to]).toEqual(["respond", "respond", "clarify"]);
  expect(to("weather")).toMatchObject({ to: "agent", agent: "weather_agent" });
  expect(to("ghost")).toEqual({ to: "error", because: 'step 1 of 1 is for "ghost", but no agent has this capability' });
  expect(to("janitor")).toEqual({ to: "error", because: 'step 1 of 1 is for "janitor", which is a built-in node' });
});
