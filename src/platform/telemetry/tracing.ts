/**
 * Tracing interface of the shop's code. It loads no OpenTelemetry package: without an endpoint there is no tracer, and
 * a span costs one comparison.
 */

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export interface SpanOptions {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: Readonly<Record<string, string | number>>
  /** W3C `traceparent` of the parent span, when it belongs to another process. */
  readonly parent?: string | undefined
}

/** A span that ends some time after the function that started it. */
export interface OpenSpan {
  /** Runs the work as a part of the span. */
  run<Value>(work: () => Value): Value
  end(result?: { readonly attributes?: SpanOptions['attributes']; readonly error?: boolean }): void
}

export interface Tracer {
  start(options: SpanOptions): OpenSpan
  /** W3C `traceparent` of the span under way; undefined outside of any. */
  traceparent(): string | undefined
}

let active: Tracer | null = null

/** The tracer of this process, if its spans are exported. */
export function tracer(): Tracer | null {
  return active
}

/** Called once per process, before anything is traced; null removes the tracer. */
export function setTracer(next: Tracer | null): void {
  active = next
}

/** Runs the work in a span of its own; an error is recorded and rethrown. */
export async function traced<Value>(
  options: SpanOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!active) return work()
  const span = active.start(options)
  try {
    const value = await span.run(work)
    span.end()
    return value
  } catch (error) {
    span.end({ error: true })
    throw error
  }
}

/** The same for work that is only traced as part of another span. */
export function tracedPart<Value>(
  options: () => SpanOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  return active?.traceparent() === undefined ? work() : traced(options(), work)
}
