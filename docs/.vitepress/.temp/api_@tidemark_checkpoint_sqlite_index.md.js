import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"sqlite","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/checkpoint/sqlite/index.md","filePath":"api/@tidemark/checkpoint/sqlite/index.md"}');
const _sfc_main = { name: "api/@tidemark/checkpoint/sqlite/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/checkpoint</a> / sqlite</p><h1 id="sqlite" tabindex="-1">sqlite <a class="header-anchor" href="#sqlite" aria-label="Permalink to &quot;sqlite&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>checkpoint/<wbr>sqlite&quot;</code> gives.</p><h2 id="interfaces" tabindex="-1">Interfaces <a class="header-anchor" href="#interfaces" aria-label="Permalink to &quot;Interfaces&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td><a href="./interfaces/SqliteConnection">SqliteConnection</a></td><td>A connection to SQLite: <code>DatabaseSync</code> of Node, <code>Database</code> of better-sqlite3, or any other one with these methods.</td></tr><tr><td><a href="./interfaces/SqliteSaver">SqliteSaver</a></td><td>A checkpoint saver on SQLite. Create one with <code>sqliteSaver</code>.</td></tr></tbody></table></div><h2 id="type-aliases" tabindex="-1">Type Aliases <a class="header-anchor" href="#type-aliases" aria-label="Permalink to &quot;Type Aliases&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Type Alias</th><th>Description</th></tr></thead><tbody><tr><td><a href="./type-aliases/PrunePolicy">PrunePolicy</a></td><td>Rule for the checkpoints that <code>prune</code> keeps. Exactly one property is set. Everything that kept checkpoints depend on is kept with them.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/sqliteLocks">sqliteLocks</a></td><td>Locks for threads that several processes write to, stored in a SQLite database.</td></tr><tr><td><a href="./functions/sqliteSaver">sqliteSaver</a></td><td>Stores checkpoints in a SQLite file, each value once: a step costs what it changed, however long the thread is.</td></tr><tr><td><a href="./functions/stockThreads">stockThreads</a></td><td>Reads the threads that LangGraph&#39;s <code>SqliteSaver</code> has written, for <code>importThreads</code>. Needs neither that saver nor an addon.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/checkpoint/sqlite/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
