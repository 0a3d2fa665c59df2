import { readdirSync } from "node:fs";
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import path from "node:path";
import { freePort } from "@tidemark/test-fixtures/restate";

/** Time in which a worker answers a ping, in milliseconds. */
const PATIENCE = 500;

/** A load balancer for HTTP/2, as Restate needs it before several workers. */
export interface Balancer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a balancer. The first part of a path names a folder, which contains a file for the port of each worker. */
export async function startBalancer(folder: string): Promise<Balancer> {
  const port = await freePort();
  const workers = new Map<string, ClientHttp2Session>();
  let turn = 0;

  const open = (worker: string): ClientHttp2Session => {
    const known = workers.get(worker);
    if (known !== undefined) return known;
    const session = connect(`http://127.0.0.1:${worker}`);
    workers.set(worker, session);
    // Many calls look at one session at the same time.
    session.setMaxListeners(0);
    session.on("error", () => session.destroy());
    session.once("close", () => workers.delete(worker));
    return session;
  };
  const pick = async (place: string): Promise<ClientHttp2Session | null> => {
    turn += 1;
    const ports = readdirSync(path.join(folder, place));
    for (let index = 0; index < ports.length; index += 1) {
      const session = open(ports[(turn + index) % ports.length] ?? "");
      if (await answers(session)) return session;
    }
    return null;
  };
  const forward = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const [, place = "", ...rest] = (headers[":path"] ?? "").split("/");
    const session = await pick(place);
    if (session === null || stream.destroyed) {
      if (!stream.destroyed) stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    const upstream = session.request({ ...headers, ":path": `/${rest.join("/")}` });
    const end = (): void => {
      if (!stream.destroyed) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      if (!upstream.destroyed) upstream.close(constants.NGHTTP2_CANCEL);
    };
    upstream.on("response", (response) => {
      if (!stream.destroyed) stream.respond(response);
    });
    upstream.on("error", end);
    upstream.on("aborted", end);
    stream.on("error", end);
    stream.on("aborted", end);
    stream.pipe(upstream);
    upstream.pipe(stream);
  };

  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => session.destroy());
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    void forward(stream, headers).catch(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of [...sessions, ...workers.values()]) session.destroy();
      await closed;
    },
  };
}

/** True if a worker answers in time. */
const answers = (session: ClientHttp2Session): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isAlive: boolean): void => {
      clearTimeout(late);
      session.off("close", close);
      resolve(isAlive);
    };
    const close = (): void => end(false);
    const late = setTimeout(close, PATIENCE);
    session.once("close", close);
    const ping = (): void => {
      if (session.destroyed) end(false);
      else session.ping((error) => end(error === null));
    };
    if (session.connecting) session.once("connect", ping);
    else ping();
  });
