import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Examples name their versions","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-examples-name-their-versions.md","filePath":"decisions/2026-11-21-examples-name-their-versions.md"}');
const _sfc_main = { name: "decisions/2026-11-21-examples-name-their-versions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="examples-name-their-versions" tabindex="-1">Examples name their versions <a class="header-anchor" href="#examples-name-their-versions" aria-label="Permalink to &quot;Examples name their versions&quot;">​</a></h1><p>Status: accepted</p><p>An example is a folder that people copy. <code>catalog:</code> and <code>workspace:</code> mean something in this repository alone, and npm refuses them; so each example&#39;s <code>package.json</code> names plain versions, and its <code>tsconfig.json</code> extends nothing. Here <code>linkWorkspacePackages</code> gives examples the packages as they are in the tree. The <code>consumers</code> gate copies each folder out, installs it with npm and the packed packages, compiles it and asks what its README shows first; it also holds every version that the catalog names to the catalog&#39;s.</p><p>What the examples depend on beside the packages:</p><ul><li><strong>langchain</strong>, <strong>@langchain/openai</strong>: a real model, when one is configured. Nothing is asked without a key.</li><li><strong>chrono-node</strong> (scheduler): dates as people write them.</li><li><strong>rrule-temporal</strong>, <strong>temporal-polyfill</strong> (scheduler, travel): recurrence and time zones by the standard&#39;s own rules.</li><li><strong>minisearch</strong>, <strong>htmlparser2</strong>, <strong>unpdf</strong> (research): a full-text index in plain JSON, web pages read in one pass whatever is in them, the text of PDF pages.</li><li><strong>ts-ics</strong> (scheduler, travel): calendar files. <strong>ical.js</strong>, a second reader of them, is for tests only: it is under the MPL.</li></ul><p>The cost: a version is written down once more for each example. A gate compares them.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-examples-name-their-versions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121ExamplesNameTheirVersions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121ExamplesNameTheirVersions as default
};
