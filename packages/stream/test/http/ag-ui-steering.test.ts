import { HttpAgent } from "@ag-ui/client";
import { HttpAgent as EarlierAgent } from "ag-ui-client-0-0-59";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { agUiHandler, anyone } from "../../src/hono.ts";
import { Desk } from "../ai-sdk/desk.ts";
import { look, pay, steeringDesk } from "../steering-desk.ts";
import { listen } from "./served.ts";
import { until } from "../until.ts";

const user = (id: string, content: string) => ({ id, role: "user" as const, content });

const STEER = { forwardedProps: { onBusy: "steer" } };

const clients = [
  ["1.0", (url: string) => new HttpAgent({ url, threadId: "ann" })],
  ["0.0.59", (url: string) => new EarlierAgent({ url, threadId: "ann" })],
] as const;

const words = ({ messages }: { readonly messages: readonly { readonly role: string; readonly content?: unknown }[] }) =>
  messages.flatMap(({ role, content }) =>
    (role === "user" || role === "assistant") && typeof content === "string" ? [content] : [],
  );

describe.each(clients)("a message to a running turn, from AG-UI's client %s", (_, make) => {
  describe.each(["continue", "stop"] as const)("whose runs %s without it", (onDisconnect) => {
    async function served(desk: ReturnType<typeof steeringDesk>) {
      const handler = agUiHandler<unknown>({
        state: Desk,
        authorize: anyone,
        session: ({ threadId }) => desk.session(threadId),
        onDisconnect,
      });
      const { port } = await listen(new Hono().post("/agent", handler));
      return () => make(`http://127.0.0.1:${port}/agent`);
    }

    test("is shown where it is read, and ends with the turn that has read it", async () => {
      const desk = steeringDesk([look, "Lisbon it is."]);
      const open = await served(desk);
      const page = open();
      const seen: (readonly unknown[])[] = [];
      page.addMessage(user("m1", "Look for flights to Porto"));
      const first = page.runAgent({}, { onTextMessageContentEvent: () => void seen.push(words(page)) });
      await desk.begun;
      page.addMessage(user("m2", "No, to Lisbon"));
      const second = page.runAgent(STEER);
      await desk.stored(1);
      desk.goOn();
      await Promise.all([first, second]);
      expect(seen.at(-1)?.slice(0, 3)).toEqual(["Look for flights to Porto", "", "No, to Lisbon"]);
      expect(words(page)).toEqual(["Look for flights to Porto", "", "No, to Lisbon", "Lisbon it is."]);
      expect(page.messages.map(({ role }) => role).filter((role) => role !== "activity")).toEqual([
        "user",
        "assistant",
        "tool",
        "user",
        "assistant",
      ]);
      expect(desk.asked(1).slice(-1)).toEqual(["human: No, to Lisbon"]);
      desk.model.assertDone();
    });

    test("is the next turn if no agent has read it", async () => {
      const desk = steeringDesk(["Porto it is.", "Lisbon then."], { holdsAnswer: true });
      const open = await served(desk);
      const page = open();
      page.addMessage(user("m1", "Book Porto"));
      const first = page.runAgent();
      await desk.begun;
      page.addMessage(user("m2", "No, Lisbon"));
      const second = page.runAgent(STEER);
      await desk.stored(1);
      desk.goOn();
      await Promise.all([first, second]);
      expect(words(page)).toEqual(["Book Porto", "Porto it is.", "No, Lisbon", "Lisbon then."]);
      expect(await desk.conversation("ann")).toHaveLength(4);
      await desk.stored(0);
    });

    test("answers no question that is asked meanwhile, and its run shows the question", async () => {
      const desk = steeringDesk([look, pay, "It is refunded."]);
      const open = await served(desk);
      const [page, other] = [open(), open()];
      page.addMessage(user("m1", "Look"));
      const first = page.runAgent();
      await desk.begun;
      const ends: unknown[] = [];
      other.addMessage(user("m2", "yes"));
      const second = other.runAgent(STEER, {
        onRunFinishedEvent: ({ event }: { event: object }) => void ends.push(Reflect.get(event, "outcome")),
      });
      await desk.stored(1);
      desk.goOn();
      await Promise.all([first, second]);
      expect(ends).toEqual([expect.objectContaining({ type: "interrupt" })]);
      const [request] = await desk.session("ann").approvals();
      expect(request).toBeDefined();
      await desk.session("ann").approve(request);
      await until(async () => (await desk.conversation("ann")).at(-1) === "ai: It is refunded.");
    });

    test("is a turn like any other when nothing runs", async () => {
      const desk = steeringDesk(["Lisbon it is."]);
      const agent = (await served(desk))();
      agent.addMessage(user("m1", "To Lisbon"));
      await agent.runAgent(STEER);
      expect(words(agent)).toEqual(["To Lisbon", "Lisbon it is."]);
    });
  });
});
