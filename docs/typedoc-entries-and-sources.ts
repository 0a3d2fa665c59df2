import { existsSync } from "node:fs";
import path from "node:path";
import {
  Application,
  DeclarationReflection,
  type Reflection,
  ReflectionKind,
  RendererEvent,
  SignatureReflection,
} from "typedoc";

const home = "https://github.com/tidemark-js/tidemark/blob/main/packages";
const packages = path.join(import.meta.dirname, "..", "packages");

/** The folder of the package that a reflection is of: the module right under the project has its name. */
const packageOf = (reflection: Reflection): string => {
  let each = reflection;
  while (each.parent !== undefined && !each.parent.isProject()) each = each.parent;
  return path.posix.basename(each.name);
};

/**
 * Mends what TypeDoc gets wrong when it puts packages together.
 *
 * The main entry of each package has no name, and so its pages no title; and links to sources lack the folder of the package.
 */
export function load(app: Application): void {
  app.on(Application.EVENT_PROJECT_REVIVE, (project) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      if (module.name === "") module.name = "main";
    }
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    for (const reflection of project.getReflectionsByKind(ReflectionKind.All)) {
      if (!(reflection instanceof DeclarationReflection || reflection instanceof SignatureReflection)) continue;
      for (const source of reflection.sources ?? []) {
        // A package that uses no other one has paths that begin inside its sources.
        const inside = !existsSync(path.join(packages, source.fileName));
        const file = inside ? `${packageOf(reflection)}/src/${source.fileName}` : source.fileName;
        source.url = `${home}/${file}#L${source.line}`;
      }
    }
  });
}
