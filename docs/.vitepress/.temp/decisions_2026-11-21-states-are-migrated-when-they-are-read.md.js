import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"States are migrated when they are read","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-states-are-migrated-when-they-are-read.md","filePath":"decisions/2026-11-21-states-are-migrated-when-they-are-read.md"}');
const _sfc_main = { name: "decisions/2026-11-21-states-are-migrated-when-they-are-read.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="states-are-migrated-when-they-are-read" tabindex="-1">States are migrated when they are read <a class="header-anchor" href="#states-are-migrated-when-they-are-read" aria-label="Permalink to &quot;States are migrated when they are read&quot;">​</a></h1><p>Status: accepted</p><p>A thread that was written by an older version of a state must be migrated to the current shape. There are three possible places.</p><ul><li><strong>A job over the database</strong> before a deployment. It depends on the tables of each saver, it needs downtime, and an interrupted run is also in the checkpoints&#39; pending writes, not only in their values.</li><li><strong>A node.</strong> It sees only the fields of the current state, so a renamed field is lost before it runs. A resumed run does not pass through it.</li><li><strong>The checkpointer.</strong> LangGraph reads everything through it: values, pending writes, inputs, and tasks created by <code>Send</code>.</li></ul><p>So <code>migratingSaver</code> wraps any checkpointer and migrates what it reads. Reading does not write. <code>turnStart</code> migrates the values that a node can see, for servers with their own checkpointer, and refuses migrations that need more.</p><p>This requires:</p><ul><li><strong>The version in the metadata of each checkpoint</strong>, so that a state needs no field for it. If the metadata has no version, the value of <code>runtime_<wbr>schema_<wbr>version</code> is used.</li><li><strong>New channel versions for migrated values, announced at the next <code>put</code>.</strong> The built-in Postgres saver stores a value only under a version that it has not seen, so a migrated value would be lost. The new version has a fraction, which LangGraph never creates, because two branches of a thread could otherwise assign one number to two values.</li><li><strong>A marker among the writes of a task</strong> that the current version ran on an older checkpoint. Without it, these writes would be migrated twice after a crash.</li><li><strong>Full validation of the results.</strong> It runs once for each old checkpoint that is read, and invalid values are refused.</li></ul><p>Considered: a version inside every value (twice the bytes, and messages belong to LangChain), and lazy migration by field (a migration can combine two fields into one).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-states-are-migrated-when-they-are-read.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121StatesAreMigratedWhenTheyAreRead = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121StatesAreMigratedWhenTheyAreRead as default
};
