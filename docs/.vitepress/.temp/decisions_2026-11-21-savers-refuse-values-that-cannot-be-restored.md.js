import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Savers refuse values that cannot be restored","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-savers-refuse-values-that-cannot-be-restored.md","filePath":"decisions/2026-11-21-savers-refuse-values-that-cannot-be-restored.md"}');
const _sfc_main = { name: "decisions/2026-11-21-savers-refuse-values-that-cannot-be-restored.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="savers-refuse-values-that-cannot-be-restored" tabindex="-1">Savers refuse values that cannot be restored <a class="header-anchor" href="#savers-refuse-values-that-cannot-be-restored" aria-label="Permalink to &quot;Savers refuse values that cannot be restored&quot;">​</a></h1><p>Status: accepted</p><p>The built-in serializer never refuses a value. A <code>Date</code> is restored as text, a <code>Map</code> as an empty record, <code>NaN</code> as <code>null</code>. A function is omitted, or makes a Postgres thread unreadable. A BigInt replaces the whole checkpoint, and the next turn starts with an empty state. A user&#39;s record that looks like a LangChain object is restored as one, for example as a system message.</p><p>The serializer of <code>@tidemark/<wbr>checkpoint</code> restores every value exactly, or throws with its path before anything is stored.</p><ul><li><strong>It supports more types</strong>: dates, BigInt, maps, sets, bytes, <code>undefined</code>, <code>NaN</code>, errors with their cause, messages, and classes that the application registers. Refusals are therefore rare, and each one is a fault that would have appeared at the next load.</li><li><strong>Only listed classes are restored</strong>, even from data of the built-in serializer. Names in data select from the list; they never reach a constructor, an import or an environment variable.</li><li><strong>A user&#39;s record remains a record</strong>: a record with the key <code>lc</code> or <code>~</code> is wrapped, so that no text has two meanings.</li><li><strong>The format is plain JSON.</strong> Most values need no marker, so reading is <code>JSON.parse</code> and one search for markers. It is faster than the built-in serializer, because it does not walk most values.</li></ul><p>The cost: a graph that returned such a value worked before, and now fails at the step that wrote it. This is intended. The development checks of <code>state-manager</code> report it one step earlier, when the node returns.</p><p>Considered: a warning instead of an error (warnings are not read, and the thread is damaged), a binary format with all types (the format of <code>structuredClone</code> is not stable, and database tools could not read it), and omitting values that cannot be stored (the current behavior of the built-in serializer).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-savers-refuse-values-that-cannot-be-restored.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121SaversRefuseValuesThatCannotBeRestored = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121SaversRefuseValuesThatCannotBeRestored as default
};
