import type { Call, CallInput } from '#contract/call.ts'
import { browserClient } from './browser-calls.ts'

/** Opens the event stream of a call, with the visitor's session. */
export function openStream<C extends Call>(call: C, input: CallInput<C>): EventSource {
  const origin = window.pageHosts?.socket ?? ''
  return new EventSource(origin + browserClient().address(call, input), { withCredentials: true })
}
