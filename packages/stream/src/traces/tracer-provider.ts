import { ProxyTracer, trace, type Tracer, type TracerProvider } from "@opentelemetry/api";

/**
 * Returns an object that all tracers of one provider share.
 *
 * OpenTelemetry has no call for it. The tracers of its SDK share the processor of their provider's spans; each other tracer counts as a
 * separate provider. An SDK can be registered at any time, so the result is valid for the moment.
 */
export function providerOf(tracer: Tracer | undefined): object {
  if (tracer !== undefined && !(tracer instanceof ProxyTracer)) return processorOf(tracer) ?? tracer;
  // The tracers of the API are those of the registered provider.
  const provider = registeredProvider();
  return processorOf(provider.getTracer("tidemark")) ?? provider;
}

/** The provider behind that of the API, whose tracers forward to it. */
function registeredProvider(): TracerProvider {
  const provider = trace.getTracerProvider();
  const delegateOf: unknown = Reflect.get(provider, "getDelegate");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class of the API, which is not exported for long, returns this
  return typeof delegateOf === "function" ? (Reflect.apply(delegateOf, provider, []) as TracerProvider) : provider;
}

function processorOf(tracer: Tracer): object | null {
  const processor: unknown = Reflect.get(tracer, "_spanProcessor");
  return typeof processor === "object" ? processor : null;
}
