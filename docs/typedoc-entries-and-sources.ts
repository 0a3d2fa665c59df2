import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  Application,
  Comment,
  DeclarationReflection,
  type Reflection,
  RendererEvent,
  SignatureReflection,
} from "typedoc";

const home = "https://github.com/tidemark-js/tidemark/blob/main/packages";
const packages = path.join(import.meta.dirname, "..", "packages");

/** Folder of a reflection's package, which is the name of the module directly below the project. */
const packageOf = (reflection: Reflection): string => {
  let each = reflection;
  while (each.parent !== undefined && !each.parent.isProject()) each = each.parent;
  return path.posix.basename(each.name);
};

/** Description in the manifest of a package. */
const descriptionOf = (name: string): string => {
  const text = readFileSync(path.join(packages, path.posix.basename(name), "package.json"), "utf8");
  return /"description": "([^"]+)"/.exec(text)?.[1] ?? "";
};

const sentence = (text: string): Comment => new Comment([{ kind: "text", text }]);

/** True for a declaration with a comment, or with one on each of its signatures, and for a re-exported name. */
const isDocumented = (declared: DeclarationReflection): boolean =>
  declared.variant === "reference" ||
  declared.hasComment() ||
  (declared.signatures ?? declared.type?.visit({ reflection: ({ declaration }) => declaration.signatures }) ?? []).some(
    (signature) => signature.hasComment(),
  );

/**
 * Corrects the output of TypeDoc for several packages.
 *
 * Without it, the root entry of each package has no name, and its pages no title; packages and entries have no description; and links
 * to sources lack the folder of the package. It also refuses an exported name without a doc comment; TypeDoc's own rule
 * would also require one on each inherited method.
 */
export function load(app: Application): void {
  app.on(Application.EVENT_PROJECT_REVIVE, (project) => {
    for (const each of project.children ?? []) {
      each.comment = sentence(descriptionOf(each.name));
      for (const entry of each.children ?? []) {
        const from = entry.name === "" ? each.name : `${each.name}/${entry.name}`;
        if (entry.name === "") entry.name = "main";
        for (const exported of entry.children ?? []) {
          if (!isDocumented(exported)) app.logger.warn(`${from} exports ${exported.name} without a doc comment.`);
        }
        entry.comment ??= sentence(`What \`import { … } from "${from}"\` gives.`);
      }
    }
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (!(reflection instanceof DeclarationReflection || reflection instanceof SignatureReflection)) continue;
      for (const source of reflection.sources ?? []) {
        // A package without dependencies on other packages has paths that begin inside its sources.
        const inside = !existsSync(path.join(packages, source.fileName));
        const file = inside ? `${packageOf(reflection)}/src/${source.fileName}` : source.fileName;
        source.url = `${home}/${file}#L${source.line}`;
      }
    }
  });
}
