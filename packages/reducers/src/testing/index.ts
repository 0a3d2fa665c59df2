export { lawsOf } from "./laws.ts";
export { testLaws } from "./test-laws.ts";
