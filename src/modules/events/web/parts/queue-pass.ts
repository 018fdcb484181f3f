import { CallError } from '#contract/client.ts'

/**
 * The token is stored, so that the place survives reloads and is shared between tabs; the server decides on its
 * validity.
 */
const keyOf = (showId: number) => `waiting-room-${showId}`
const insideKey = (showId: number) => `waiting-room-${showId}-inside`
const changed = 'bileti-waiting-room'

/** If storage is blocked, tokens are kept in memory as long as the page is open. */
const unsaved = new Map<string, string>()

export function tokenOf(showId: number): string | undefined {
  return readKey(keyOf(showId))
}

export function storeToken(showId: number, token: string): void {
  writeKey(keyOf(showId), token)
  dispatchEvent(new Event(changed))
}

/** Deletes the token; the visitor has to join again. */
export function clearToken(showId: number): void {
  writeKey(keyOf(showId), undefined)
  recordAdmission(showId, false)
  sharing = sharing.then(
    async () => void (await (await openSharedCache())?.delete(sharedCacheKey(showId))),
  )
}

/** Records whether the token was admitted, as far as this browser knows. */
export function recordAdmission(showId: number, isInside: boolean): void {
  writeKey(insideKey(showId), isInside ? 'yes' : undefined)
  dispatchEvent(new Event(changed))
}

/** The token for choosing places; undefined until it is admitted. */
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

/** Calls back when another tab of this browser joined (with the token) or left (without one). */
export function watchOtherTabs(
  showId: number,
  onChange: (token: string | undefined) => void,
): () => void {
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (key === keyOf(showId)) onChange(newValue ?? undefined)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Runs joins in one tab at a time, so that two tabs opened together share one place. */
export function joinAlone<T>(showId: number, join: () => Promise<T>): Promise<T> {
  // Pages over plain HTTP have no Web Locks.
  return 'locks' in navigator ? navigator.locks.request(keyOf(showId), join) : join()
}

/**
 * Other tabs see changes of local storage with a delay. A token stored here under the lock is visible to the tab
 * that joins next.
 */
const sharedCacheName = 'bileti-waiting-room'
const sharedCacheKey = (showId: number) => `/queue/${showId}/place`
let sharing: Promise<unknown> = Promise.resolve()

async function openSharedCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(sharedCacheName)
  } catch {
    // Not available over plain HTTP, or when storage is blocked.
    return undefined
  }
}

/** The token that another tab of this browser has received. */
export async function sharedToken(showId: number): Promise<string | undefined> {
  await sharing
  const shared = await (await openSharedCache())?.match(sharedCacheKey(showId))
  return (await shared?.text()) ?? tokenOf(showId)
}

export async function shareToken(showId: number, token: string): Promise<void> {
  await (await openSharedCache())?.put(sharedCacheKey(showId), new Response(token))
  storeToken(showId, token)
}

/** The server's refusal of a token that is no longer valid; null for any other error. */
export function passRefusal(error: unknown): CallError | null {
  const codes: readonly string[] = [
    'QueueTokenInvalid',
    'QueueTokenNotFound',
    'QueueTokenAlreadyUsed',
  ]
  return error instanceof CallError && codes.includes(error.code) ? error : null
}

function readKey(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? unsaved.get(key)
  } catch {
    return unsaved.get(key)
  }
}

function writeKey(key: string, value: string | undefined): void {
  unsaved.delete(key)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== undefined) unsaved.set(key, value)
  }
}
