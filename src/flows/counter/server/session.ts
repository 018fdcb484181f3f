import { counterChannel } from '#modules/events/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** The world as a counter's session sees it: its orders are those of the shift, without bounds for browsers. */
export function atCounter(context: Context, sessionId: string): Context {
  const actor = { kind: 'guest', sessionId } as const
  return { ...context, actor, channel: counterChannel, bounds: undefined }
}
