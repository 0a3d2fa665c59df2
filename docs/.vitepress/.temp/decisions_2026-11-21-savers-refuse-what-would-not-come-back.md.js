import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Savers refuse what would not come back","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-savers-refuse-what-would-not-come-back.md","filePath":"decisions/2026-11-21-savers-refuse-what-would-not-come-back.md"}');
const _sfc_main = { name: "decisions/2026-11-21-savers-refuse-what-would-not-come-back.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="savers-refuse-what-would-not-come-back" tabindex="-1">Savers refuse what would not come back <a class="header-anchor" href="#savers-refuse-what-would-not-come-back" aria-label="Permalink to &quot;Savers refuse what would not come back&quot;">​</a></h1><p>Status: accepted</p><p>The stock serialiser never says no. A <code>Date</code> comes back as text, a <code>Map</code> as an empty record, <code>NaN</code> as <code>null</code>; a function is left out, or makes a Postgres thread unreadable; a BigInt anywhere replaces the whole checkpoint, and the next turn begins with nothing. A record that a user made to look like a LangChain object comes back as one, a system message for instance.</p><p>The serialiser of <code>@tidemark/<wbr>checkpoint</code> gives back exactly what it was given, or throws with the path before anything is stored.</p><ul><li><strong>More kinds come back</strong>, not fewer: dates, BigInt, maps, sets, bytes, <code>undefined</code>, <code>NaN</code>, errors with their cause, messages, and the classes that the application names. So the refusal is rare, and each one is a fault that would have shown at the next load.</li><li><strong>What comes to life is a list</strong>, the same for what the stock serialiser wrote. Names in data choose from it; they never reach a constructor, an import or an environment variable.</li><li><strong>A user&#39;s record stays one</strong>: a record with the key <code>lc</code> or <code>~</code> is wrapped, so that no text means two things.</li><li><strong>It is plain JSON.</strong> Most values need no mark at all, so reading is <code>JSON.parse</code> and one look for marks, and is faster than the stock serialiser by the amount of what need not be looked at.</li></ul><p>The cost: a graph that returned such a value ran before and now fails, at the step that wrote it. That is the point, and the development checks of <code>state-manager</code> say it one step earlier, when the node returns.</p><p>Considered: a warning instead of an error (nobody reads it, and the thread is poisoned), a binary format with all kinds built in (<code>structuredClone</code>&#39;s has no stable form, and the databases&#39; own tools could not read it), leaving out what cannot be stored (that is what happens today).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-savers-refuse-what-would-not-come-back.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121SaversRefuseWhatWouldNotComeBack = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121SaversRefuseWhatWouldNotComeBack as default
};
