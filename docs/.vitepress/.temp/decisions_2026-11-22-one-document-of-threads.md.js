import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"One thread document, read only by the strict serializer","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-one-document-of-threads.md","filePath":"decisions/2026-11-22-one-document-of-threads.md"}');
const _sfc_main = { name: "decisions/2026-11-22-one-document-of-threads.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="one-thread-document-read-only-by-the-strict-serializer" tabindex="-1">One thread document, read only by the strict serializer <a class="header-anchor" href="#one-thread-document-read-only-by-the-strict-serializer" aria-label="Permalink to &quot;One thread document, read only by the strict serializer&quot;">​</a></h1><p>Status: accepted</p><p>Sessions and savers wrote two formats with the same tag, and sessions passed the values of a document to the serializer of the saver. That serializer creates objects from data: a document could call any export of <code>@langchain/<wbr>core/<wbr>messages</code>.</p><p>There is now one format and one reader, in <code>@tidemark/<wbr>checkpoint</code>, for any saver. Only the strict serializer reads a document. A saver with LangGraph&#39;s own serializer never receives a value that it would turn into something else when it reads it.</p><p>Therefore <code>@tidemark/<wbr>state-manager</code> depends on <code>@tidemark/<wbr>checkpoint</code>, and <code>checkpoint</code> only on <code>core-state</code>. The entry that state-manager needs uses no built-in module of Node. Rejected: a separate package for documents, because it would contain the serializer, which is the main part of <code>checkpoint</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-one-document-of-threads.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122OneDocumentOfThreads = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122OneDocumentOfThreads as default
};
