export { mcpTools, type McpTools } from "@tidemark/agents/mcp";
