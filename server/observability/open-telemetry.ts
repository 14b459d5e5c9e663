import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, context, type ContextManager, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

/**
 * Opens the OpenTelemetry SDK, which reads the standard OTEL_… variables: endpoint, headers, service name, sampler.
 * Returns the function that closes it. Only `tracing.ts` loads this file, because the SDK takes a third of a second to
 * load.
 */
export function openTelemetry(): () => Promise<void> {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'foyer' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())]
  const provider = new BasicTracerProvider({ resource, spanProcessors })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(asyncContexts())
  return () => provider.shutdown().catch(() => {})
}

function asyncContexts(): ContextManager {
  const contexts = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => contexts.getStore() ?? ROOT_CONTEXT,
    with: (active, work, thisArg, ...args) => contexts.run(active, () => work.apply(thisArg, args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}
