import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: PlanStep","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/core-state/main/type-aliases/PlanStep.md","filePath":"api/@tidemark/core-state/main/type-aliases/PlanStep.md"}');
const _sfc_main = { name: "api/@tidemark/core-state/main/type-aliases/PlanStep.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/core-state</a> / <a href="./../">main</a> / PlanStep</p><h1 id="type-alias-planstep" tabindex="-1">Type Alias: PlanStep <a class="header-anchor" href="#type-alias-planstep" aria-label="Permalink to &quot;Type Alias: PlanStep&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> PlanStep</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> z</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">.</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">infer</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">typeof</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> PlanStep&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/schemas/plan.ts#L30" target="_blank" rel="noreferrer">core-state/src/schemas/plan.ts:30</a></p><p>One step of a plan. Planners describe steps in one of two vocabularies, and both are valid here:</p><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Question</th><th>By capability</th><th>By agent</th></tr></thead><tbody><tr><td>who does it</td><td><code>capability</code></td><td><code>agentId</code></td></tr><tr><td>what is to be done</td><td><code>taskObjective</code></td><td><code>task</code></td></tr><tr><td>how others name it</td><td><code>contextKey</code></td><td><code>stepId</code></td></tr><tr><td>what it needs first</td><td><code>inputs</code></td><td><code>dependsOn</code></td></tr><tr><td>when it is done</td><td><code>successCriteria</code></td><td><code>status</code>, <code>result</code>, <code>error</code></td></tr></tbody></table></div><p>Nothing is required, because neither vocabulary has an attribute that the other one has too. Read the first two through <code>stepAgent</code> and <code>stepTask</code>, and the kind of output through <code>outputKind</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/core-state/main/type-aliases/PlanStep.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const PlanStep = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  PlanStep as default
};
