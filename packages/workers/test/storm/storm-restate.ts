import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startBalancer } from "../restate/balancer.ts";
import { startRestate } from "@tidemark/test-fixtures/restate";

/** Where the servers of a storm on Restate are. */
interface RestatePlace {
  readonly postgres: string;
  readonly ingress: string;
  readonly admin: string;
  /** URL of the load balancer before the workers. */
  readonly workers: string;
  /** Folder with a file for the port of each worker. */
  readonly ports: string;
}

/** Reads the address that `startRestateServers` returned. */
export const readRestatePlace = (place: string): RestatePlace =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below
  JSON.parse(place) as RestatePlace;

/** Options of the engine in one process. A worker gets a port that no other one has had. */
export function restateOptions({ ingress, admin, workers, ports }: RestatePlace) {
  const port = randomInt(20_000, 32_000);
  mkdirSync(ports, { recursive: true });
  writeFileSync(path.join(ports, String(port)), "");
  return { ingress, admin, endpoint: `${workers}/${path.basename(ports)}`, port };
}

/** Starts a Restate server and a load balancer before the workers. */
export async function startRestateServers(folder: string, postgres: string) {
  const server = await startRestate();
  const balancer = await startBalancer(folder);
  const place: RestatePlace = {
    postgres,
    ingress: server.ingress,
    admin: server.admin,
    workers: balancer.url,
    ports: path.join(folder, "ports"),
  };
  return {
    place: JSON.stringify(place),
    restart: server.restart,
    async stop() {
      await balancer.stop();
      await server.stop();
    },
  };
}
