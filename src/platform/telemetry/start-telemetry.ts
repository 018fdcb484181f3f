import type { Registry } from 'prom-client'
import type { Config } from '#platform/config.ts'
import { setTracer } from './tracing.ts'

/**
 * Exports traces and metrics of this process if a receiver is configured. Returns a function that sends pending data at
 * the end. OpenTelemetry is loaded only then, since its packages take a sixth of a server's start time.
 */
export async function startTelemetry(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'TRACE_RATIO'>,
  options: { readonly service: string; readonly registry: Registry },
): Promise<{ close(): Promise<void> }> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return { close: async () => {} }
  const { openTelemetry } = await import('./open-telemetry.ts')
  const telemetry = openTelemetry({ endpoint, ratio: config.TRACE_RATIO, ...options })
  setTracer(telemetry.tracer)
  return {
    async close() {
      setTracer(null)
      await telemetry.close()
    },
  }
}
