import type * as ClientModule from "@modelcontextprotocol/sdk/client/index.js";
import type * as StdioModule from "@modelcontextprotocol/sdk/client/stdio.js";
import type * as HttpModule from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type * as TypesModule from "@modelcontextprotocol/sdk/types.js";
import { agentErrors } from "../kernel/errors.ts";
import { isMissing } from "../kernel/missing-package.ts";

/** Used part of the protocol's SDK. */
export type McpSdk = Pick<typeof ClientModule, "Client"> &
  Pick<typeof StdioModule, "StdioClientTransport"> &
  Pick<typeof HttpModule, "StreamableHTTPClientTransport"> &
  Pick<typeof TypesModule, "CallToolResultSchema" | "ErrorCode" | "McpError" | "ToolListChangedNotificationSchema">;

/** Package of the protocol. */
const SDK = "@modelcontextprotocol/sdk";

/** Loads the protocol's SDK when it is first used. Throws `agents/missingPackage` when it is not installed. */
export async function loadMcpSdk(): Promise<McpSdk> {
  const [client, stdio, http, types] = await orMissing(SDK, () =>
    Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/stdio.js"),
      import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]),
  );
  return { ...client, ...stdio, ...http, ...types };
}

/** Imports a package of `mcpTools`, and names the one that is missing. */
export async function orMissing<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error, name)) throw agentErrors.missingPackage({ package: name, by: "`mcpTools`" }, { cause: error });
    throw error;
  }
}
