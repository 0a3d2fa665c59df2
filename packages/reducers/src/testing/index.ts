export { lawsOf } from "./laws.ts";
export type { Law, LawName, LawSubject } from "./laws.ts";
export { testLaws } from "./test-laws.ts";
export type { RegisterTest, TestLawsOptions } from "./test-laws.ts";
