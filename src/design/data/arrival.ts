import { useState, useSyncExternalStore } from 'react'
import { receivedNow, type Received } from './time-left.ts'

/**
 * When a loader's answer arrived: with the page (`null`) while the document is taken over, and now for each answer after
 * that, also for the first of a page that was reached by a link.
 */
export function useArrival<Value>(value: Value): Received<Value> {
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [arrived, setArrived] = useState<Received<Value>>(() =>
    isTakenOver ? { value, receivedAt: null } : receivedNow(value),
  )
  if (arrived.value === value) return arrived
  const next = receivedNow(value)
  setArrived(next)
  return next
}

const neverChanges = (): (() => void) => () => undefined
