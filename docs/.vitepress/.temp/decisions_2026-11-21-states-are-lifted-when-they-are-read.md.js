import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"States are lifted when they are read","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-states-are-lifted-when-they-are-read.md","filePath":"decisions/2026-11-21-states-are-lifted-when-they-are-read.md"}');
const _sfc_main = { name: "decisions/2026-11-21-states-are-lifted-when-they-are-read.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="states-are-lifted-when-they-are-read" tabindex="-1">States are lifted when they are read <a class="header-anchor" href="#states-are-lifted-when-they-are-read" aria-label="Permalink to &quot;States are lifted when they are read&quot;">​</a></h1><p>Status: accepted</p><p>A thread that an older version of a state wrote has to be brought to the present shape somewhere. Three places are possible.</p><ul><li><strong>A job over the database</strong> before a deploy. It has to know the tables of each saver, it needs a pause, and an interrupted run is as much in the checkpoints&#39; pending writes as in their values.</li><li><strong>A node.</strong> It sees the fields of the present state only: what was renamed is gone before it runs. A resumed run does not pass it.</li><li><strong>The checkpointer.</strong> Everything the host reads comes through it: values, pending writes, inputs, tasks that were sent.</li></ul><p>So <code>migratingSaver</code> wraps any checkpointer and lifts what it reads. Reading writes nothing. <code>turnStart</code> lifts what a node can see, for servers that bring their own checkpointer, and refuses the steps for which that is too little.</p><p>What this needs, and why:</p><ul><li><strong>A note of the version in the metadata of each checkpoint.</strong> A state need not have a field for it. Where the note is missing, the value of <code>runtime_<wbr>schema_<wbr>version</code> counts.</li><li><strong>New channel versions for lifted values, and their announcement at the next <code>put</code>.</strong> The stock Postgres saver stores a value only under a version that it has not seen; a lifted value would be lost there. The new version has a fraction that no host counts to, because two branches of a thread may otherwise give one number to two values.</li><li><strong>A mark among the writes of a task</strong> that the present version ran on an older checkpoint. Else its writes would be lifted twice after a crash.</li><li><strong>The steps&#39; results are checked whole.</strong> It happens once for each old checkpoint that is read, and nothing that does not fit goes on.</li></ul><p>Considered: a version inside every value (twice the bytes, and messages are not ours to wrap); lifting lazily by field (a step may make one field of two).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-states-are-lifted-when-they-are-read.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121StatesAreLiftedWhenTheyAreRead = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121StatesAreLiftedWhenTheyAreRead as default
};
