/** A job carries the trace of what enqueued it, beside its payload. */
import { tracer } from './tracing.ts'

const field = '__traceparent'

/** The payload as it is stored. */
export function withTrace(payload: object): object {
  const traceparent = tracer()?.traceparent()
  return traceparent === undefined ? payload : { ...payload, [field]: traceparent }
}

/** The payload as its handler knows it, and the trace it belongs to. */
export function withoutTrace(stored: object): { payload: object; parent: string | undefined } {
  const { [field]: parent, ...payload } = stored as Record<string, unknown>
  return { payload, parent: typeof parent === 'string' ? parent : undefined }
}
