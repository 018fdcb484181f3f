/** What the visitor follows, as this page knows it: asked for once, after the page is painted, by customers only. */
import { useEffect, useSyncExternalStore } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useKnownVisitor } from '#design/data/visitor.ts'
import { followAdd, followRemove, ownFollows, type FollowKind } from '#modules/follows/contract.ts'
import { saveSaleAlert } from '#modules/notifications/contract.ts'

/** What is asked for: to follow something, or to hear of the sale of a show. */
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

/** Whether it is followed; null until that is known. */
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

/** Follows or stops following; throws the refusal of the call. */
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

/** What was pressed before signing in is done when its page is open again. */
export function followAfterSignIn(wanted: Wanted): void {
  try {
    sessionStorage.setItem(waitingKey, keyOf(wanted))
  } catch {
    // A browser may forbid storage; then the button is pressed again.
  }
}

/** Whether this is what waited for the sign-in; it waits no longer. */
export function takeAfterSignIn(wanted: Wanted): boolean {
  try {
    if (sessionStorage.getItem(waitingKey) !== keyOf(wanted)) return false
    sessionStorage.removeItem(waitingKey)
    return true
  } catch {
    return false
  }
}
