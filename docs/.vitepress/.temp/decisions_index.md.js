import { useSSRContext, unref } from "vue";
import { ssrRenderAttrs, ssrRenderList, ssrRenderAttr, ssrInterpolate } from "vue/server-renderer";
const data = JSON.parse(`[{"url":"/decisions/2026-11-22-the-newest-checkpoint-was-stored-last","date":"2026-11-22","title":"The newest checkpoint is the one that was stored last"},{"url":"/decisions/2026-11-22-sqlite-counts-its-rows","date":"2026-11-22","title":"SQLite counts its rows apart from themselves"},{"url":"/decisions/2026-11-22-savers-over-one-store-port","date":"2026-11-22","title":"Savers over one store port"},{"url":"/decisions/2026-11-22-routing-is-on-the-edges","date":"2026-11-22","title":"Routing is on the edges"},{"url":"/decisions/2026-11-22-one-document-of-threads","date":"2026-11-22","title":"One document of threads, read by the strict serializer alone"},{"url":"/decisions/2026-11-22-locks-live-with-their-databases","date":"2026-11-22","title":"Locks live with their databases"},{"url":"/decisions/2026-11-22-gates-are-plain-commands","date":"2026-11-22","title":"Gates are plain commands"},{"url":"/decisions/2026-11-22-functions-that-take-the-state","date":"2026-11-22","title":"Functions take the state as their first argument"},{"url":"/decisions/2026-11-22-a-state-in-groups","date":"2026-11-22","title":"A state in groups"},{"url":"/decisions/2026-11-21-what-the-byte-budget-counts","date":"2026-11-21","title":"The byte budget counts a package's own code"},{"url":"/decisions/2026-11-21-the-disk-is-waited-for-after-the-commit","date":"2026-11-21","title":"The disk is waited for after the commit"},{"url":"/decisions/2026-11-21-states-are-lifted-when-they-are-read","date":"2026-11-21","title":"States are lifted when they are read"},{"url":"/decisions/2026-11-21-savers-refuse-what-would-not-come-back","date":"2026-11-21","title":"Savers refuse what would not come back"},{"url":"/decisions/2026-11-21-reducers-refuse-hostile-data","date":"2026-11-21","title":"Reducers refuse what must never enter a state"},{"url":"/decisions/2026-11-21-reducers-are-the-leaf","date":"2026-11-21","title":"Reducers stand below the state"},{"url":"/decisions/2026-11-21-proposals-leave-by-settled-marks","date":"2026-11-21","title":"Answered proposals leave by settled marks"},{"url":"/decisions/2026-11-21-packages-export-their-sources","date":"2026-11-21","title":"Inside the workspace, packages export their sources"},{"url":"/decisions/2026-11-21-leases-instead-of-advisory-locks","date":"2026-11-21","title":"Threads are held by lease rows, also in Postgres"},{"url":"/decisions/2026-11-21-field-versions-are-counted-by-whoever-writes","date":"2026-11-21","title":"Versions of fields are counted by whoever writes them"},{"url":"/decisions/2026-11-21-examples-name-their-versions","date":"2026-11-21","title":"Examples name their versions"},{"url":"/decisions/2026-11-21-errors-are-data","date":"2026-11-21","title":"Errors of nodes are data"},{"url":"/decisions/2026-11-21-dependencies-of-state-manager","date":"2026-11-21","title":"What state-manager depends on"},{"url":"/decisions/2026-11-21-dependencies-of-agents","date":"2026-11-21","title":"What agents depends on"},{"url":"/decisions/2026-11-21-a-checkpoint-is-a-tree-of-values","date":"2026-11-21","title":"A checkpoint is a tree of values that are stored once"}]`);
const __pageData = JSON.parse('{"title":"Decisions","description":"","frontmatter":{"title":"Decisions"},"headers":[],"relativePath":"decisions/index.md","filePath":"decisions/index.md"}');
const __default__ = { name: "decisions/index.md" };
const _sfc_main = /* @__PURE__ */ Object.assign(__default__, {
  __ssrInlineRender: true,
  setup(__props) {
    return (_ctx, _push, _parent, _attrs) => {
      _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="decisions" tabindex="-1">Decisions <a class="header-anchor" href="#decisions" aria-label="Permalink to &quot;Decisions&quot;">​</a></h1><p>One page each: what was decided, why, and what it costs. A page ends where the code begins. Files are named <code>YYYY-MM-DD-title.md</code>; the status is proposed, accepted or superseded.</p><ul><!--[-->`);
      ssrRenderList(unref(data), (page) => {
        _push(`<li><a${ssrRenderAttr("href", page.url)}>${ssrInterpolate(page.title)}</a> (${ssrInterpolate(page.date)})</li>`);
      });
      _push(`<!--]--></ul></div>`);
    };
  }
});
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
export {
  __pageData,
  _sfc_main as default
};
