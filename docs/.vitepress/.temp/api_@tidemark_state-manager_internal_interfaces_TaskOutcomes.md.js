import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: TaskOutcomes","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/TaskOutcomes.md","filePath":"api/@tidemark/state-manager/internal/interfaces/TaskOutcomes.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/TaskOutcomes.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / TaskOutcomes</p><h1 id="interface-taskoutcomes" tabindex="-1">Interface: TaskOutcomes <a class="header-anchor" href="#interface-taskoutcomes" aria-label="Permalink to &quot;Interface: TaskOutcomes&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/tasks/finish-tasks.ts#L5" target="_blank" rel="noreferrer">state-manager/src/tasks/finish-tasks.ts:5</a></p><p>Ids of the succeeded and failed tasks of a turn.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="failed" tabindex="-1">failed? <a class="header-anchor" href="#failed" aria-label="Permalink to &quot;failed?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly failed</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> readonly string[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/tasks/finish-tasks.ts#L7" target="_blank" rel="noreferrer">state-manager/src/tasks/finish-tasks.ts:7</a></p><hr><h3 id="succeeded" tabindex="-1">succeeded <a class="header-anchor" href="#succeeded" aria-label="Permalink to &quot;succeeded&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">succeeded</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: readonly string[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/tasks/finish-tasks.ts#L6" target="_blank" rel="noreferrer">state-manager/src/tasks/finish-tasks.ts:6</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/TaskOutcomes.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const TaskOutcomes = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  TaskOutcomes as default
};
