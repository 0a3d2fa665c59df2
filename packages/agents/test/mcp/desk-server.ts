import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

/** A server made with the SDK of the protocol, as most servers are. */
export function deskServer(): McpServer {
  const server = new McpServer({ name: "desk", version: "1" });
  const Invoice = z.object({ id: z.string(), amount: z.number() });
  server.registerTool(
    "find_invoice",
    { description: "Finds an invoice.", inputSchema: { id: z.string() }, outputSchema: Invoice.shape },
    ({ id }) => ({ ...text(`Invoice ${id} is 180.`), structuredContent: { id, amount: 180 } }),
  );
  server.registerTool(
    "refund",
    { description: "Refunds an invoice.", inputSchema: { id: z.string(), amount: z.number().positive() } },
    ({ id, amount }) => text(`Refunded ${amount} for ${id}.`),
  );
  server.registerTool("process_id", { description: "Returns the id of the process." }, () => text(String(process.pid)));
  server.registerTool("environment", { description: "Returns the names of its variables." }, () =>
    text(Object.keys(process.env).toSorted().join(" ")),
  );
  server.registerTool("picture", { description: "Returns a picture." }, () => ({
    content: [
      { type: "text", text: "A dot." },
      { type: "image", data: "R0lGODlhAQABAAAAACw=", mimeType: "image/gif" },
    ],
  }));
  server.registerTool("document", { description: "Returns a document." }, () => ({
    content: [
      { type: "resource", resource: { uri: "desk://terms", mimeType: "text/plain", text: "Refunds take a week." } },
      { type: "resource", resource: { uri: "desk://logo", mimeType: "image/gif", blob: "R0lGODlhAQABAAAAACw=" } },
      { type: "resource_link", uri: "desk://more", name: "more", description: "The small print." },
    ],
  }));
  server.registerTool("refuses", { description: "Reports an error." }, () => ({
    ...text("no such invoice"),
    isError: true,
  }));
  server.registerTool("long", { description: "Returns 300,000 characters." }, () => text("x".repeat(300_000)));
  return server;
}

if (import.meta.main) await deskServer().connect(new StdioServerTransport());
