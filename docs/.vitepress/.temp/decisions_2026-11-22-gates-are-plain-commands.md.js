import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Gates are plain commands","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-gates-are-plain-commands.md","filePath":"decisions/2026-11-22-gates-are-plain-commands.md"}');
const _sfc_main = { name: "decisions/2026-11-22-gates-are-plain-commands.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="gates-are-plain-commands" tabindex="-1">Gates are plain commands <a class="header-anchor" href="#gates-are-plain-commands" aria-label="Permalink to &quot;Gates are plain commands&quot;">​</a></h1><p>Status: accepted</p><p>A gate is a script of <code>package.json</code> and a task of Turbo. A custom runner is not needed, because Turbo has dependencies, a limit of parallel tasks, cached results and a summary.</p><p>A custom check exists only if no tool does the same. Linter rules replaced the checks of file names, lengths and casts. TypeDoc requires doc comments, <code>changeset status</code> validates changesets, and size-limit measures bundles. The linter also type-checks, so the sources are loaded once instead of once for each project. Only dependency-cruiser searches for cycles. The checks that each source has a test of the same name, and that each invariant names a file, proved little and were removed. The gate <code>links</code> finds names of files that do not exist.</p><p>Two replacements were rejected. The rule that a disabled rule needs a reason is in an ESLint plugin, which would install ESLint. Our check is one line in <code>folders</code>. <code>remark-validate-links</code> does not check file names in code style, which ARCHITECTURE.md uses for tests, and the gate <code>links</code> is shorter than its configuration.</p><p>A cast that the linter reports as unsafe needs a reason, in the comment that disables the rule. Other casts need no reason.</p><p>All examples and <code>tests/<wbr>consumer</code> are installed together, as npm workspaces of a copy. Separate installations took four times as long and found no more errors, because the import checker already verifies that an example imports only packages that its manifest declares.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-gates-are-plain-commands.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122GatesArePlainCommands = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122GatesArePlainCommands as default
};
