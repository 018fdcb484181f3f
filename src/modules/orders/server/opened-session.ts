import type { CallContext } from '#platform/http/implement.ts'

/** The bearer of a session that this request opened: it is sent only once, with this reply. */
export function openedSession(context: CallContext): { accessToken?: string } {
  const { accessToken } = context.effects
  return accessToken && accessToken !== 'clear' ? { accessToken: accessToken.token } : {}
}
