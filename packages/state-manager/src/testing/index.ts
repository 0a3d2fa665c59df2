export { countingIds, fixedClock } from "./fixed.ts";
