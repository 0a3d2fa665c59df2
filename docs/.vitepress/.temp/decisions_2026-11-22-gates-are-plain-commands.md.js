import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Gates are plain commands","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-gates-are-plain-commands.md","filePath":"decisions/2026-11-22-gates-are-plain-commands.md"}');
const _sfc_main = { name: "decisions/2026-11-22-gates-are-plain-commands.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="gates-are-plain-commands" tabindex="-1">Gates are plain commands <a class="header-anchor" href="#gates-are-plain-commands" aria-label="Permalink to &quot;Gates are plain commands&quot;">​</a></h1><p>Status: accepted</p><p>A gate is a script of <code>package.json</code> and a task of Turbo. There is no runner of our own: Turbo has dependencies, a limit of parallel tasks, cached results and a summary.</p><p>A check of our own exists only where no tool does the same. Rules of the linter replaced the checks of file names, lengths and casts; TypeDoc requires doc comments; <code>changeset status</code> reads changesets; size-limit weighs bundles. The linter also type-checks, so the sources are loaded once instead of once for each project. Dependency-cruiser alone looks for cycles. The checks that each source has a test of the same name, and that each invariant names a file, proved little and are gone; the links gate finds names of files that do not exist.</p><p>Two replacements were rejected. The rule that a silenced rule has a reason is in an ESLint plugin that would install ESLint; it is one line in <code>rooms</code>. <code>remark-validate-links</code> does not see names of files in code style, with which ARCHITECTURE.md refers to tests; the gate <code>links</code> is shorter than its configuration.</p><p>A cast needs a reason where the linter calls it unsafe, in the comment that disables the rule. Other casts need none.</p><p>All examples and <code>tests/<wbr>consumer</code> are installed together, as npm workspaces of a copy. One installation of each took four times as long and found nothing more: that an example imports only what its manifest declares is a rule of the import checker.</p></div>`);
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
