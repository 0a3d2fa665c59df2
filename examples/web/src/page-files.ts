import path from "node:path";
import { builtPage } from "./built-page.ts";

const root = path.join(import.meta.dirname, "..");

/** Returns the folder with the built page. In the workspace it is rebuilt when its sources are newer; an application contains it. */
export const pageFiles = (): Promise<string> =>
  builtPage({
    sources: path.join(root, "page"),
    built: path.join(root, "dist", "page"),
    configFile: path.join(root, "vite.config.ts"),
  });
