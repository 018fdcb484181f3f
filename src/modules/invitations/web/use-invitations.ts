import { useCallback, useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import type { ReplyOf } from '#contract/call.ts'
import { listInvitations } from '../contract.ts'

const pollMilliseconds = 5_000

export type Invited = ReplyOf<typeof listInvitations>

/** Invitations to an order, refreshed while the page is visible; null until loaded. */
export function useInvitations(orderKey: string) {
  const [list, setList] = useState<Invited | null>(null)
  const [hasFailed, setFailed] = useState(false)

  const load = useCallback(async (): Promise<void> => {
    try {
      const input = { query: { orderKey } }
      setList(await inTime((signal) => browserClient().send(listInvitations, input, { signal })))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [orderKey])

  useEffect(() => {
    let timer = setTimeout(poll, 0)
    function poll(): void {
      if (document.visibilityState === 'visible') void load()
      timer = setTimeout(poll, pollMilliseconds)
    }
    return () => clearTimeout(timer)
  }, [load])

  return { list, hasFailed, load }
}
