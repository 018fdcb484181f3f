import { CallError } from '#contract/client.ts'

/** A visitor keeps the place in a queue over reloads and tabs; the server knows whether it is still good. */
const keyOf = (showId: number) => `waiting-room-${showId}`
const insideKey = (showId: number) => `waiting-room-${showId}-inside`
const changed = 'bileti-waiting-room'

export function tokenOf(showId: number): string | undefined {
  return readKey(keyOf(showId))
}

export function storeToken(showId: number, token: string): void {
  localStorage.setItem(keyOf(showId), token)
}

/** Whoever leaves joins anew. */
export function forgetToken(showId: number): void {
  localStorage.removeItem(keyOf(showId))
  tellInside(showId, false)
}

/** Whether the token was let in, as far as this browser knows. */
export function tellInside(showId: number, isInside: boolean): void {
  if (isInside) localStorage.setItem(insideKey(showId), 'yes')
  else localStorage.removeItem(insideKey(showId))
  dispatchEvent(new Event(changed))
}

/** The token to choose with: undefined until it was let in. */
export function passOf(showId: number): string | undefined {
  return readKey(insideKey(showId)) === undefined ? undefined : tokenOf(showId)
}

export const noPass = (): undefined => undefined

export function watchPass(onChange: () => void): () => void {
  addEventListener(changed, onChange)
  addEventListener('storage', onChange)
  return () => {
    removeEventListener(changed, onChange)
    removeEventListener('storage', onChange)
  }
}

/** The server says that the token does not let in any more: back to the queue. */
export function isPassRefused(error: unknown): boolean {
  const codes: readonly string[] = [
    'QueueTokenInvalid',
    'QueueTokenNotFound',
    'QueueTokenAlreadyUsed',
  ]
  return error instanceof CallError && codes.includes(error.code)
}

function readKey(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // Storage is switched off: the place is kept for as long as the page is open.
    return undefined
  }
}
