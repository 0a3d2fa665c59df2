export { mcpTools, type McpTools } from "./mcp/mcp-tools.graph.ts";
