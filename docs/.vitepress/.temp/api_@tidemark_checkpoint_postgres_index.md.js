import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"postgres","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/checkpoint/postgres/index.md","filePath":"api/@tidemark/checkpoint/postgres/index.md"}');
const _sfc_main = { name: "api/@tidemark/checkpoint/postgres/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/checkpoint</a> / postgres</p><h1 id="postgres" tabindex="-1">postgres <a class="header-anchor" href="#postgres" aria-label="Permalink to &quot;postgres&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>checkpoint/<wbr>postgres&quot;</code> gives.</p><h2 id="interfaces" tabindex="-1">Interfaces <a class="header-anchor" href="#interfaces" aria-label="Permalink to &quot;Interfaces&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td><a href="./interfaces/PostgresPool">PostgresPool</a></td><td>Connections to Postgres: a <code>Pool</code> of <code>pg</code>.</td></tr><tr><td><a href="./interfaces/PostgresSaver">PostgresSaver</a></td><td>A checkpoint saver on Postgres. Create one with <code>postgresSaver</code>.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/postgresLocks">postgresLocks</a></td><td>Locks for threads that several processes write to, stored in Postgres beside the checkpoints. Takes a <code>Pool</code> or a <code>Client</code> of <code>pg</code>.</td></tr><tr><td><a href="./functions/postgresSaver">postgresSaver</a></td><td>Stores checkpoints in Postgres, each value once: a step costs what it changed, in one round trip.</td></tr></tbody></table></div><h2 id="references" tabindex="-1">References <a class="header-anchor" href="#references" aria-label="Permalink to &quot;References&quot;">​</a></h2><h3 id="prunepolicy" tabindex="-1">PrunePolicy <a class="header-anchor" href="#prunepolicy" aria-label="Permalink to &quot;PrunePolicy&quot;">​</a></h3><p>Re-exports <a href="./../sqlite/type-aliases/PrunePolicy">PrunePolicy</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/checkpoint/postgres/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
