import { testEngine } from "../engines/test-engine.ts";

testEngine("dbos");
