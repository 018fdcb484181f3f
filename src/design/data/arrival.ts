import { useState, useSyncExternalStore } from 'react'
import { receivedNow, type Received } from './time-left.ts'

/**
 * When a loader's data arrived: `null` for data that came with the document, else the time of the response,
 * including the first response of a page opened by a link.
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
