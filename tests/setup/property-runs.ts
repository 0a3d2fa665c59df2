import fc from "fast-check";

/** Number of runs of each property: 100 in a pull request, more at night through `FC_RUNS`. */
fc.configureGlobal({ numRuns: Number(process.env["FC_RUNS"] ?? "100") });
