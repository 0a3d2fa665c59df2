import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Plugin, build } from "esbuild";
import { readManifest } from "./manifest.ts";

/** What a browser bundle of a few lines weighs, and what it still imports. */
export interface Bundle {
  /** Bytes, minified and gzipped. */
  readonly bytes: number;
  readonly externals: readonly string[];
}

/** The built ES module behind an entry of one of our packages. */
const publishedFile = (root: string, specifier: string): string => {
  const [, name = "", ...rest] = specifier.split("/");
  const folder = path.join(root, "packages", name);
  const subpath = rest.length === 0 ? "." : `./${rest.join("/")}`;
  const target = JSON.stringify(readManifest(folder).publishConfig?.exports?.[subpath]);
  const file = /"default":"([^"]+[.]mjs)"/.exec(target)?.[1];
  if (file === undefined) throw new Error(`${specifier} is not a published entry of packages/${name}.`);
  return path.join(folder, file);
};

/** Our own packages come from their build, as a user gets them; what is `outside`, and everybody else's, stays there. */
const asPublished = (root: string, outside: readonly string[]): Plugin => ({
  name: "as-published",
  setup(bundler) {
    bundler.onResolve({ filter: /^@tidemark\// }, ({ path: specifier }) =>
      outside.includes(specifier) ? { path: specifier, external: true } : { path: publishedFile(root, specifier) },
    );
    bundler.onResolve({ filter: /^[^./]/ }, ({ path: specifier }) =>
      path.isAbsolute(specifier) ? undefined : { path: specifier, external: true },
    );
  },
});

/** Bundles a few lines for the browser from the built packages below `root`, without those that are `outside`. */
export async function measureBundle(root: string, code: string, outside: readonly string[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    write: false,
    metafile: true,
    logLevel: "silent",
    outfile: "bundle.js",
    plugins: [asPublished(root, outside)],
  });
  const externals = Object.values(metafile.outputs)
    .flatMap((output) => output.imports)
    .filter((each) => each.external === true)
    .map((each) => each.path);
  return { bytes: gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length, externals: [...new Set(externals)] };
}
