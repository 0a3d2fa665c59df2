import { registerHooks } from "node:module";

// The package is installed in this repository: here it is not found.
registerHooks({
  resolve(specifier, context, next) {
    return next(specifier === "prom-client" ? "prom-client-that-is-not-installed" : specifier, context);
  },
});

export { turns } from "./orders.ts";
