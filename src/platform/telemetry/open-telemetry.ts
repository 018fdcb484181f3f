/**
 * Traces and metrics over OTLP, loaded only when an endpoint is set. The exporters read the standard variables
 * themselves (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TIMEOUT` and others).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { RegistryProducer } from './registry-producer.ts'
import type { OpenSpan, SpanKind as Kind, SpanOptions, Tracer } from './tracing.ts'

const exportMilliseconds = 15_000

export interface Telemetry {
  readonly tracer: Tracer
  /** Sends all pending data. */
  close(): Promise<void>
}

/** @param options.endpoint address of the receiver, without `/v1/traces` */
export function openTelemetry(options: {
  readonly endpoint: string
  readonly service: string
  /** Part of all traces that is exported, from 0 to 1. */
  readonly ratio: number
  readonly registry: Registry
}): Telemetry {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': options.service,
        'service.instance.id': `${options.service}-${process.pid}`,
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
  const base = options.endpoint.replace(/\/+$/, '')
  const traces = new TracerProvider({
    resource,
    // Sampled by trace id alone: the sampling flag of a browser is ignored.
    sampler: new TraceIdRatioBasedSampler(options.ratio),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }) }),
    ],
  })
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
        exportIntervalMillis: exportMilliseconds,
        exportTimeoutMillis: exportMilliseconds / 3,
        metricProducers: [new RegistryProducer(options.registry, resource)],
      }),
    ],
  })
  return {
    tracer: new OpenTelemetryTracer(traces.getTracer('bileti')),
    async close() {
      // An unavailable receiver must not keep the process from exiting.
      await Promise.allSettled([traces.shutdown(), metrics.shutdown()])
    },
  }
}

const kinds: Readonly<Record<Kind, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

class OpenTelemetryTracer implements Tracer {
  readonly #tracer: ReturnType<TracerProvider['getTracer']>
  readonly #current = new AsyncLocalStorage<Context>()

  constructor(of: ReturnType<TracerProvider['getTracer']>) {
    this.#tracer = of
  }

  start({ name, kind, attributes, parent }: SpanOptions): OpenSpan {
    const above = remote(parent) ?? this.#current.getStore() ?? ROOT_CONTEXT
    const span = this.#tracer.startSpan(
      name,
      { kind: kinds[kind], ...(attributes && { attributes: { ...attributes } }) },
      above,
    )
    const within = trace.setSpan(above, span)
    return {
      run: (work) => this.#current.run(within, work),
      end: (result = {}) => {
        if (result.attributes) span.setAttributes({ ...result.attributes })
        if (result.error) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  traceparent(): string | undefined {
    const within = this.#current.getStore()
    const span = within && trace.getSpanContext(within)
    if (!span) return undefined
    const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')
    return `00-${span.traceId}-${span.spanId}-${flags}`
  }
}

/** The context of a `traceparent`; undefined when it is none. */
function remote(traceparent: string | undefined): Context | undefined {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  if (!found) return undefined
  const [, traceId = '', spanId = '', flags = ''] = found
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : undefined
}
