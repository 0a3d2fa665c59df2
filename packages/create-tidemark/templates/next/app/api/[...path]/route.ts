import { server } from "../../../src/server.ts";

/** Every route of the application, such as `/api/chat` for `useChat`. */
const handle = (request: Request) => server().fetch(request);

export { handle as GET, handle as POST };
