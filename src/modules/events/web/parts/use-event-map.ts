import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#design/data/query-client.ts'
import { useLocale } from '#design/texts.tsx'
import { eventMap } from '#modules/events/contract.ts'

/** Availability changes while the page is open, so it is reloaded, unlike everything else on the page. */
const freshMilliseconds = 10_000
const refetchMilliseconds = 20_000
/** While the event is known to have another plan than the map. */
const planRefetchMilliseconds = 1_000
/** The server may answer from a cache of two seconds; after this time its answer is believed. */
const answerMilliseconds = 3_000

interface FormerPlan {
  readonly digest: string
  readonly since: number
}

/**
 * The map of an event, polled unless changes are pushed. `expectOther` records that a refusal or a live message was of
 * another plan than this one: until the map has it, it `isOutdated`. `wasChanged` is true once the page shows another
 * plan than first.
 */
export function useEventMap(options: {
  readonly eventId: number
  readonly accessCode: string | undefined
  readonly isPushed: boolean
}) {
  const locale = useLocale()
  const [former, setFormer] = useState<FormerPlan | null>(null)
  const [shown, setShown] = useState<string | undefined>()
  const [wasChanged, setChanged] = useState(false)
  const { eventId, accessCode, isPushed } = options
  const map = useQuery({
    ...callQuery(eventMap, { query: { eventId, accessCode } }, locale),
    staleTime: freshMilliseconds,
    // That everything is held is not pushed.
    refetchInterval: ({ state }) => {
      if (former) return planRefetchMilliseconds
      const isTold = isPushed && (state.data?.heldUntil.everything ?? null) === null
      return isTold ? false : refetchMilliseconds
    },
    placeholderData: keepPreviousData,
  })
  const digest = map.data?.layout?.digest
  if (former && (digest !== former.digest || map.dataUpdatedAt > former.since + answerMilliseconds))
    setFormer(null)
  if (digest !== undefined && digest !== shown) {
    setShown(digest)
    if (shown !== undefined) setChanged(true)
  }
  return {
    map,
    /** The digest of the plan; undefined until the map is loaded, and without a plan. */
    digest,
    isOutdated: former !== null,
    wasChanged,
    expectOther(outdated: string | undefined): void {
      if (outdated !== undefined && former?.digest !== outdated)
        setFormer({ digest: outdated, since: Date.now() })
    },
  }
}
