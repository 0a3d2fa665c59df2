// @ts-check
import { existsSync } from "node:fs";
import path from "node:path";
import { Application, ReflectionKind, RendererEvent } from "typedoc";

const home = "https://github.com/tidemark-js/tidemark/blob/main/packages";
const packages = path.join(import.meta.dirname, "..", "packages");

/**
 * The package that a reflection is of: the module right under the project.
 *
 * @param {import("typedoc").Reflection} reflection - Anything that has a page, or is on one.
 * @returns {string} The name of its folder.
 */
const packageOf = (reflection) => {
  let each = reflection;
  while (each.parent !== undefined && !each.parent.isProject()) each = each.parent;
  return path.posix.basename(each.name);
};

/**
 * Mends what TypeDoc gets wrong when it puts packages together.
 *
 * The main entry of each package has no name, and so its pages no title; and links to sources lack the folder of the package.
 *
 * @param {Application} app - The run of TypeDoc that loads this plugin.
 */
export function load(app) {
  app.on(Application.EVENT_PROJECT_REVIVE, (project) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      if (module.name === "") module.name = "main";
    }
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    for (const reflection of project.getReflectionsByKind(ReflectionKind.All)) {
      const kept = "sources" in reflection && Array.isArray(reflection.sources) ? reflection.sources : [];
      for (const source of kept) {
        // A package that uses no other one has paths that begin inside its sources.
        const inside = !existsSync(path.join(packages, source.fileName));
        if (inside) source.fileName = `${packageOf(reflection)}/src/${source.fileName}`;
        source.url = `${home}/${source.fileName}#L${source.line}`;
      }
    }
  });
}
