import { parseArgs } from "node:util";
import { workspaceRoot } from "./command.ts";
import { formatRows, runGates, selectGates } from "./gate-runner.ts";
import { gates } from "./gates/index.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    slots: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const usage = `pnpm gate [--only name,name] [--slots 2] [--list]

Runs every gate of the workspace, two at a time, and prints one table. Exit code 1 when one is red.
`;

const main = async (): Promise<number> => {
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (values.list) {
    for (const gate of gates) process.stdout.write(`${gate.name.padEnd(16)}${gate.holds}\n`);
    return 0;
  }
  const names = values.only.split(",").filter((name) => name !== "");
  const chosen = names.length === 0 ? gates : selectGates(gates, names);
  const from = performance.now();
  const rows = await runGates(chosen, { root: workspaceRoot, slots: Number(values.slots) });
  const red = rows.filter((row) => !row.ok).length;
  process.stdout.write(`${formatRows(rows)}\n\n`);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  process.stdout.write(`gates: ${rows.length - red} passed, ${red} failed in ${seconds} s\n`);
  return red === 0 ? 0 : 1;
};

process.exitCode = await main();
