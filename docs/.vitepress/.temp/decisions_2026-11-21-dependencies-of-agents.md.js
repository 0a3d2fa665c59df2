import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What agents depends on","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-dependencies-of-agents.md","filePath":"decisions/2026-11-21-dependencies-of-agents.md"}');
const _sfc_main = { name: "decisions/2026-11-21-dependencies-of-agents.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-agents-depends-on" tabindex="-1">What agents depends on <a class="header-anchor" href="#what-agents-depends-on" aria-label="Permalink to &quot;What agents depends on&quot;">​</a></h1><p>Status: accepted</p><p>The entry of the package depends on the packages below it and on Zod, and on nothing else. Everything that knows a host or a protocol is a subpath with an optional peer: who does not import it does not install it.</p><ul><li><strong>@langchain/langgraph and @langchain/core</strong> are peers of <code>./<wbr>langgraph</code> and <code>./<wbr>testing</code>. A second copy beside the application&#39;s own would have messages and commands that the application&#39;s graph does not take for its own. The ranges begin where the host has what is built on: edges drawn from <code>ends</code>, response schemas of interrupts, a model for tests.</li><li><strong>@ag-ui/core</strong> is a peer of <code>./<wbr>ag-ui</code> and <code>./<wbr>hono</code>. It has the types and schemas of the protocol, so that an event that is wrong does not compile, and a run&#39;s input is checked by the protocol&#39;s own schema. Considered: types of our own (thirty kinds of events that drift), the protocol&#39;s client (brings a library of observables, and is for the other side of the wire). The client is a development dependency: tests replay every stream through it, because what it refuses is wrong whatever we think.</li><li><strong>hono</strong> is a peer of <code>./<wbr>hono</code>. Its handlers take and give the web&#39;s own <code>Request</code> and <code>Response</code>, so the same route runs in Node, Deno, Bun and workers, and it tells when a client leaves. Considered: <code>node:http</code> (one runtime), Express (requests of its own), nothing (every application would write the same ping, the same end and the same <code>Last-Event-ID</code>, and get one of them wrong).</li><li><strong>eventsource-parser</strong> and <strong>@hono/node-server</strong> are for tests only: a real client reads from a real server.</li></ul><p>Not taken: <code>langgraph-supervisor</code> and <code>langgraph-swarm</code>. What they do is a node with tools; ours carry reason, payload, history and refusals, and work in the same graphs. The benchmarks run against both.</p><p>The cost: four subpaths with peers of their own, which consumers&#39; tests have to install one by one to see that nothing leaks.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-dependencies-of-agents.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121DependenciesOfAgents = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121DependenciesOfAgents as default
};
