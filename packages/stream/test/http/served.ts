import { serve, type ServerType } from "@hono/node-server";
import type { Hono } from "hono";
import net, { type AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Application served over TCP. */
export interface Served {
  readonly port: number;
  /** Resolves once no client is connected. */
  readonly deserted: () => Promise<void>;
}

/** Serves an application until the end of the test. */
export const listen = (app: Hono): Promise<Served> =>
  new Promise((resolve) => {
    const open = new Set<net.Socket>();
    const server: ServerType = serve({ fetch: app.fetch, port: 0 }, ({ port }: AddressInfo) =>
      resolve({
        port,
        deserted: async () => {
          await Promise.all([...open].map((socket) => new Promise((closed) => void socket.once("close", closed))));
        },
      }),
    );
    server.on("connection", (socket: net.Socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
    });
    onTestFinished(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
      server.close();
    });
  });

/** Sends a request without reading the response. */
export function postWithoutReading(port: number, path: string, body: string): void {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  onTestFinished(() => void socket.destroy());
}
