import { createInterface } from "node:readline";

// A server that speaks the protocol by itself, so that it can break it. The argument says how its list of tools is broken.
const [, , list = "fine"] = process.argv;

const any = { type: "object", properties: {} };
const tool = (name: string, more: object = {}) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: any,
  ...more,
});
const answer = (text: string, more: object = {}) => ({ content: [{ type: "text", text }], ...more });
const amount = { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] };

/** Each definition refers to the one before it twice: 2 to the power of 20 nodes. */
const bomb: Record<string, object> = { d0: { type: "string" } };
for (let index = 1; index <= 20; index += 1) {
  const half = { $ref: `#/$defs/d${index - 1}` };
  bomb[`d${index}`] = { type: "object", properties: { a: half, b: half } };
}
const deep = (levels: number): object =>
  levels === 0 ? { type: "string" } : { type: "object", properties: { a: deep(levels - 1) } };

const lists: Readonly<Record<string, readonly object[]>> = {
  fine: [
    ...["dies", "hangs", "garbage", "flood", "nothing", "long", "reports", "repeats_secret", "closes"].map((name) =>
      tool(name),
    ),
    tool("lies", { outputSchema: amount }),
    tool("omits", { outputSchema: amount }),
    tool("removed"),
    tool("renames"),
    tool("changed"),
    tool("strict", { inputSchema: { ...any, properties: { code: { type: "string", pattern: "^(a+)+$" } } } }),
    tool("nested", {
      inputSchema: {
        type: "object",
        properties: { node: { $ref: "#/$defs/node" } },
        required: ["node"],
        $defs: { node: { type: "object", properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } } } },
      },
    }),
  ],
  bomb: [tool("bomb", { inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/d20" } }, $defs: bomb } })],
  output_bomb: [
    tool("bomb", { outputSchema: { type: "object", properties: { a: { $ref: "#/$defs/d20" } }, $defs: bomb } }),
  ],
  deep: [tool("deep", { inputSchema: deep(80) })],
  huge: [tool("huge", { inputSchema: { ...any, description: "x".repeat(200_000) } })],
  remote: [
    tool("remote", { inputSchema: { type: "object", properties: { a: { $ref: "http://127.0.0.1:1/a.json" } } } }),
  ],
  broken: [tool("broken", { inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/none" } } } })],
  text: [tool("text", { inputSchema: { type: "string" } })],
  missing: [{ name: "missing" }],
  name: [tool("a tool!")],
  twice: [tool("twice"), tool("twice")],
  result: [tool("give_result")],
};

const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
let calls = 0;
let current = lists[list] ?? [];

const results: Readonly<Record<string, (args: unknown) => object | null>> = {
  dies: () => process.exit(3),
  hangs: () => null,
  closes: () => {
    process.stdout.end();
    return null;
  },
  garbage: () => {
    process.stdout.write("<html>oops</html>\n");
    return null;
  },
  flood: () => {
    process.stdout.write("x".repeat(11 * 1024 * 1024));
    return null;
  },
  nothing: () => ({ content: "not a list" }),
  long: () => answer("x".repeat(9_000_000)),
  repeats_secret: () => answer(`bad token ${process.env["DESK_TOKEN"] ?? ""}`, { isError: true }),
  lies: () => answer("a lot", { structuredContent: { amount: "a lot" } }),
  omits: () => answer("a lot"),
  renames: () => {
    current = current.filter((each) => Reflect.get(each, "name") !== "removed");
    current = current.map((each) =>
      Reflect.get(each, "name") === "changed" ? tool("changed", { inputSchema: amount }) : each,
    );
    send({ method: "notifications/tools/list_changed" });
    return answer("Done.");
  },
};

if (list === "exits") {
  process.stderr.write(`cannot open the vault with ${process.env["DESK_TOKEN"] ?? "nothing"}\n`);
  process.exit(1);
}
for await (const line of createInterface({ input: process.stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the client sends
  const { id, method, params } = JSON.parse(line) as { id?: number; method: string; params?: Record<string, unknown> };
  if (list === "silent" || id === undefined) continue;
  if (list === "garbage") process.stdout.write("Welcome to the desk!\n");
  else if (method === "initialize") {
    const protocolVersion = params?.["protocolVersion"];
    send({
      id,
      result: {
        protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "h", version: "1" },
      },
    });
  } else if (method === "tools/list") {
    if (list === "endless") send({ id, result: { tools: [tool(`t${(calls += 1)}`)], nextCursor: String(calls) } });
    else if (list === "proto") {
      const schema = '{"type":"object","properties":{"__proto__":{"type":"string"}}}';
      process.stdout.write(
        `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"proto","inputSchema":${schema}}]}}\n`,
      );
    } else send({ id, result: { tools: current } });
  } else if (method === "tools/call") {
    const name = String(params?.["name"]);
    if (name === "reports") send({ id, error: { code: -32_050, message: "the vault is locked" } });
    else {
      const result =
        results[name]?.(params?.["arguments"]) ?? (name in results ? null : answer(`${name}: ${process.pid}`));
      if (result !== null) send({ id, result });
    }
  } else send({ id, error: { code: -32_601, message: "unknown" } });
}
