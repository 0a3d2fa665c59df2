import fc from "fast-check";

/** How often each property is tried: 100 times in a pull request, more at night through `FC_RUNS`. */
fc.configureGlobal({ numRuns: Number(process.env["FC_RUNS"] ?? "100") });
