import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Savers over one store port","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-savers-over-one-store-port.md","filePath":"decisions/2026-11-22-savers-over-one-store-port.md"}');
const _sfc_main = { name: "decisions/2026-11-22-savers-over-one-store-port.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="savers-over-one-store-port" tabindex="-1">Savers over one store port <a class="header-anchor" href="#savers-over-one-store-port" aria-label="Permalink to &quot;Savers over one store port&quot;">​</a></h1><p>Status: accepted</p><p>The savers for SQLite and Postgres were two chains of three classes. The chains were split by file length, and each repeated the code that does not depend on the database: pruning, transfer of threads, expiry, tuples, delta channels.</p><p>One class, <code>TidemarkSaver</code>, now extends LangGraph&#39;s <code>BaseCheckpointSaver</code>. It uses a port with three parts: a reader, a writer and a store of whole threads. Each database implements the port with small composed parts. <code>sqliteSaver</code> and <code>postgresSaver</code> return interfaces, so no database class can be extended. To customize a saver, wrap its methods.</p><p>A method of the port is one transaction, or reads one state of the database. SQLite is synchronous and Postgres is not, so the port does not share single queries: a transaction must not stay open on a shared SQLite connection while JavaScript waits. For the same reason, conditions that are checked inside a transaction that deletes rows, such as a lease token, are data and not callbacks.</p><p><code>pruning/</code> is a separate folder next to <code>threads/</code>, because it works on rows of a database, and everything in <code>threads/</code> works on any saver.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-savers-over-one-store-port.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122SaversOverOneStorePort = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122SaversOverOneStorePort as default
};
