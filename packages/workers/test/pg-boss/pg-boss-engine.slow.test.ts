import { testEngine } from "../engines/test-engine.ts";

testEngine("pg-boss");
