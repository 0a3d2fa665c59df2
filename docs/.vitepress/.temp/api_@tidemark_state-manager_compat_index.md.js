import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"compat","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/compat/index.md","filePath":"api/@tidemark/state-manager/compat/index.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/compat/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/state-manager</a> / compat</p><h1 id="compat" tabindex="-1">compat <a class="header-anchor" href="#compat" aria-label="Permalink to &quot;compat&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>state-manager/<wbr>compat&quot;</code> gives.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/createFreshState">createFreshState</a></td><td>Creates all values of a state for a new turn: the user message, the thread fields of <code>previous</code>, and defaults for the rest.</td></tr><tr><td><a href="./functions/openStateStore">openStateStore</a></td><td>Opens the state of a session on any checkpointer, without a graph. Every agent can read it; only the root can save.</td></tr><tr><td><a href="./functions/proposedStateDiff">proposedStateDiff</a></td><td>Previews an update without changing anything: the current state, the proposed state, and every difference.</td></tr><tr><td><a href="./functions/recordIntent">recordIntent</a></td><td>Returns the update that records the intent of a user message in the ledger, even if more information is needed.</td></tr><tr><td><a href="./functions/stateManager">stateManager</a></td><td>Bundles the functions that start, read and answer a turn of one declared state.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/compat/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
