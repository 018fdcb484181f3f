/** A job stores the trace context of its sender with its payload. */
import { tracer } from './tracing.ts'

const field = '__traceparent'

/** The payload as it is stored. */
export function withTrace(payload: object): object {
  const traceparent = tracer()?.traceparent()
  return traceparent === undefined ? payload : { ...payload, [field]: traceparent }
}

/** The payload as its handler receives it, and the trace it belongs to. */
export function withoutTrace(stored: object): { payload: object; parent: string | undefined } {
  const { [field]: parent, ...payload } = stored as Record<string, unknown>
  return { payload, parent: typeof parent === 'string' ? parent : undefined }
}
