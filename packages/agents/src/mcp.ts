export { type McpTools, mcpTools } from "./mcp/mcp-tools.graph.ts";
