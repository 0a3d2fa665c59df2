import { testRun } from "./vitest.config.ts";

/** Every test. `pnpm test:all .slow.` runs the second tier alone. */
export default testRun({ slow: true });
