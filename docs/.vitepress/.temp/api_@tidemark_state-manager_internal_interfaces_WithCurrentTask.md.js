import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: WithCurrentTask","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/WithCurrentTask.md","filePath":"api/@tidemark/state-manager/internal/interfaces/WithCurrentTask.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/WithCurrentTask.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / WithCurrentTask</p><h1 id="interface-withcurrenttask" tabindex="-1">Interface: WithCurrentTask <a class="header-anchor" href="#interface-withcurrenttask" aria-label="Permalink to &quot;Interface: WithCurrentTask&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/tasks/current-task.ts#L2" target="_blank" rel="noreferrer">state-manager/src/tasks/current-task.ts:2</a></p><p>Part of a state that contains the current task.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="task-current-task" tabindex="-1">task_current_task? <a class="header-anchor" href="#task-current-task" aria-label="Permalink to &quot;task\\_current\\_task?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly task_current_task</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> string </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">|</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> null</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/tasks/current-task.ts#L3" target="_blank" rel="noreferrer">state-manager/src/tasks/current-task.ts:3</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/WithCurrentTask.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const WithCurrentTask = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  WithCurrentTask as default
};
