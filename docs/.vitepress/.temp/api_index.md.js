import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API","description":"","frontmatter":{},"headers":[],"relativePath":"api/index.md","filePath":"api/index.md"}');
const _sfc_main = { name: "api/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api" tabindex="-1">API <a class="header-anchor" href="#api" aria-label="Permalink to &quot;API&quot;">​</a></h1><h2 id="packages" tabindex="-1">Packages <a class="header-anchor" href="#packages" aria-label="Permalink to &quot;Packages&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Package</th><th>Description</th></tr></thead><tbody><tr><td><a href="./@tidemark/agents/">@tidemark/agents</a></td><td>Who acts in a LangGraph.js application: agents, plans, routing and limits, handoffs, approvals, clarification.</td></tr><tr><td><a href="./@tidemark/checkpoint/">@tidemark/checkpoint</a></td><td>Checkpoint savers for LangGraph.js on SQLite and Postgres that store each value once: strict serialization, locks, pruning, export and import of threads.</td></tr><tr><td><a href="./@tidemark/core-state/">@tidemark/core-state</a></td><td>Typed, owned, turn-scoped state fields for LangGraph.js agents.</td></tr><tr><td><a href="./@tidemark/reducers/">@tidemark/reducers</a></td><td>Reducers with stated laws, for the fields of a LangGraph state.</td></tr><tr><td><a href="./@tidemark/state-manager/">@tidemark/state-manager</a></td><td>The life of a value in a LangGraph.js state: turns, proposals and commits, sessions, budgets, migrations.</td></tr><tr><td><a href="./@tidemark/stream/">@tidemark/stream</a></td><td>Streams of a LangGraph.js run for user interfaces: typed events, state patches, replay, AG-UI and hono handlers.</td></tr><tr><td><a href="./tidemark/">tidemark</a></td><td>Typed, owned, turn-scoped state for LangGraph.js agents: agents propose, one writer commits.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
