import { serve } from "@hono/node-server";
import { Hono, type Context } from "hono";
import type { AddressInfo } from "node:net";

/** Offer in the format of a flight-offers API. */
export const offer = (number: string, departs: string, grandTotal: string, rest: object = {}) => ({
  type: "flight-offer",
  itineraries: [
    {
      duration: "PT3H50M",
      segments: [
        {
          departure: { iataCode: "CPH", at: `2027-05-07T${departs}:00` },
          arrival: {
            iataCode: "LIS",
            at: `2027-05-07T${String(Number(departs.slice(0, 2)) + 3).padStart(2, "0")}:00:00`,
          },
          carrierCode: "X9",
          number,
          numberOfStops: 0,
        },
      ],
    },
  ],
  price: { currency: "EUR", grandTotal },
  ...rest,
});

/** Answers a search; `previous` is the number of earlier searches. */
export type AnswerSearch = (context: Context, previous: number) => Response | Promise<Response>;

/** Local flight-offers service that answers searches as a test defines. */
export class OffersServer implements AsyncDisposable {
  readonly tokens: string[] = [];
  readonly searches: URL[] = [];
  readonly #server: ReturnType<typeof serve>;
  readonly #stopped: Promise<void>;
  readonly url: string;

  private constructor(
    server: ReturnType<typeof serve>,
    stopped: Promise<void>,
    parts: { tokens: string[]; searches: URL[] },
  ) {
    this.#server = server;
    this.#stopped = stopped;
    this.tokens = parts.tokens;
    this.searches = parts.searches;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(
    answer: AnswerSearch,
    { lifetime = 1799 }: { readonly lifetime?: number } = {},
  ): Promise<OffersServer> {
    const parts: { tokens: string[]; searches: URL[] } = { tokens: [], searches: [] };
    const app = new Hono();
    app.post("/v1/security/oauth2/token", async (context) => {
      const form = new URLSearchParams(await context.req.text());
      if (form.get("client_secret") !== "secret") return context.json({ error: "invalid_client" }, 401);
      const token = `token-${parts.tokens.length + 1}`;
      parts.tokens.push(token);
      return context.json({ access_token: token, expires_in: lifetime });
    });
    app.get("/v2/shopping/flight-offers", (context) => {
      if (context.req.header("authorization") !== `Bearer ${parts.tokens.at(-1) ?? ""}`) return context.json({}, 401);
      parts.searches.push(new URL(context.req.url));
      return answer(context, parts.searches.length - 1);
    });
    const server = await new Promise<ReturnType<typeof serve>>((listening) => {
      const starting = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => listening(starting));
    });
    const stopped = new Promise<void>((resolve) => server.on("close", () => resolve()));
    return new OffersServer(server, stopped, parts);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if ("closeAllConnections" in this.#server) this.#server.closeAllConnections();
    this.#server.close();
    await this.#stopped;
  }
}
