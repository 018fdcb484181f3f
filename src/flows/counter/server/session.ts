import { counterChannel } from '#modules/events/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** The context of a counter's session: it owns the orders of the shift, without the limits of browsers. */
export function atCounter(context: Context, sessionId: string): Context {
  const actor = { kind: 'guest', sessionId } as const
  return { ...context, actor, channel: counterChannel, bounds: undefined }
}
