/** The visitor's follows on this page: loaded once, after the first paint, for customers only. */
import { useEffect, useSyncExternalStore } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useKnownVisitor } from '#design/data/visitor.ts'
import { followAdd, followRemove, ownFollows, type FollowKind } from '#modules/follows/contract.ts'
import { saveSaleAlert } from '#modules/notifications/contract.ts'

/** The subject: something to follow, or a show whose sale is watched. */
export interface Wanted {
  readonly kind: FollowKind | 'sale'
  readonly id: number
}

const keyOf = ({ kind, id }: Wanted): string => `${kind} ${id}`

let known: ReadonlySet<string> | null = null
let asking: Promise<void> | null = null
const watchers = new Set<() => void>()

function tell(keys: ReadonlySet<string>): void {
  known = keys
  for (const watcher of watchers) watcher()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function ask(): Promise<void> {
  return (asking ??= browserClient()
    .send(ownFollows)
    .then(({ follows, saleAlerts }) =>
      tell(
        new Set([
          ...follows.map(({ subjectKind, subjectId }) =>
            keyOf({ kind: subjectKind, id: subjectId }),
          ),
          ...saleAlerts.map(({ showId }) => keyOf({ kind: 'sale', id: showId })),
        ]),
      ),
    )
    .catch(() => {
      asking = null
    }))
}

/** Whether it is followed; null until known. */
export function useFollowed(wanted: Wanted): boolean | null {
  const actor = useKnownVisitor()?.actor
  const keys = useSyncExternalStore(
    watch,
    () => known,
    () => null,
  )
  useEffect(() => {
    if (actor === 'customer') void ask()
  }, [actor])
  return keys?.has(keyOf(wanted)) ?? null
}

/** Follows or unfollows; throws the refusal of the call. */
export async function setFollowed(wanted: Wanted, isFollowed: boolean): Promise<void> {
  const { kind, id } = wanted
  const client = browserClient()
  if (kind === 'sale')
    await client.send(saveSaleAlert, { params: { showId: id }, body: { isAsked: isFollowed } })
  else
    await client.send(isFollowed ? followAdd : followRemove, {
      params: { subjectKind: kind, subjectId: id },
    })
  const keys = new Set(known)
  if (isFollowed) keys.add(keyOf(wanted))
  else keys.delete(keyOf(wanted))
  tell(keys)
}

const waitingKey = 'follow-after-sign-in'

/** Remembers the click before signing in, to complete it when the page opens again. */
export function followAfterSignIn(wanted: Wanted): void {
  try {
    sessionStorage.setItem(waitingKey, keyOf(wanted))
  } catch {
    // Storage is blocked: the visitor clicks again.
  }
}

/** Whether this is the remembered subject; forgets it. */
export function takeAfterSignIn(wanted: Wanted): boolean {
  try {
    if (sessionStorage.getItem(waitingKey) !== keyOf(wanted)) return false
    sessionStorage.removeItem(waitingKey)
    return true
  } catch {
    return false
  }
}
