import { useEffect, useState } from 'react'

/** An order and when its response arrived, on the clock of `performance.now()`; null for data from the document. */
export interface Received<Value> {
  readonly value: Value
  readonly receivedAt: number | null
}

/** Server times, ISO 8601. */
interface HeldUntil {
  readonly deadlineAt: string
  readonly serverNow: string
}

export function receivedNow<Value>(value: Value): Received<Value> {
  return { value, receivedAt: performance.now() }
}

/**
 * Milliseconds until the places are released, updated once a second. Uses the difference of two server times and a
 * monotonic clock, so a wrong device clock does not matter.
 */
export function useTimeLeft({ value: order, receivedAt }: Received<HeldUntil>): number {
  const total = Date.parse(order.deadlineAt) - Date.parse(order.serverNow)
  const [left, setLeft] = useState(total)
  useEffect(() => {
    const endsAt = (receivedAt ?? pageArrivedAt()) + total
    let timer: ReturnType<typeof setTimeout>
    const tick = (): void => {
      const now = endsAt - performance.now()
      setLeft(Math.max(0, now))
      if (now > 0) timer = setTimeout(tick, now % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [total, receivedAt])
  return left
}

/** When the page's first byte arrived: the loading time since then counts for the order too. */
function pageArrivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
}

/** Calls back when the page becomes visible again, because timers stop while a device sleeps. */
export function useWhenSeenAgain(ask: () => void): void {
  useEffect(() => {
    let hiddenAt = 0
    const changed = (): void => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now()
      else if (Date.now() - hiddenAt > 10_000) ask()
    }
    const restored = (event: PageTransitionEvent): void => {
      if (event.persisted) ask()
    }
    document.addEventListener('visibilitychange', changed)
    window.addEventListener('pageshow', restored)
    return () => {
      document.removeEventListener('visibilitychange', changed)
      window.removeEventListener('pageshow', restored)
    }
  }, [ask])
}
