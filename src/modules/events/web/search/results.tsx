import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { ownSearch, type FoundShow } from '#modules/search/contract.ts'
import { cardItem, type CardItem } from '../card-item.ts'
import { rowPictureKinds, ShowRow } from '../parts/show-row.tsx'
import { reportChoice } from './choice.ts'
import { Marked } from './marked.tsx'
import { pageSize, searchQueryOf } from './query.ts'
import { useSearchTexts } from './texts.ts'

export type FoundCard = CardItem & Pick<FoundShow, 'nameRanges'>

export function foundCard(item: FoundShow): FoundCard {
  return { ...cardItem(item, rowPictureKinds), nameRanges: item.nameRanges }
}

export interface FoundPage {
  readonly items: readonly FoundCard[]
  readonly nextOffset: number | null
  readonly totalCount: number
}

/** Results loaded after the first page, by address, so that back navigation restores the list's length. */
const loadedAfter = new Map<string, FoundPage>()
const addressesMax = 8

/** Number of shows before other results. */
const breakAfter = 5

/**
 * Matching shows; more are loaded near the end. The button is a link to the next page, so it works without scripts.
 */
export function Results({
  first,
  text,
  between,
}: {
  first: FoundPage
  text: string
  /** Shown below the first few shows: venues, people, an advertisement. */
  between?: ReactNode
}) {
  const t = useSearchTexts()
  const locale = useLocale()
  const [parameters] = useSearchParams()
  const address = `${locale}?${parameters}`
  const [state, setState] = useState({ address, after: loadedAfter.get(address) })
  const [isFailed, setFailed] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const after = state.address === address ? state.after : loadedAfter.get(address)
  const items = [...first.items, ...(after?.items ?? [])]
  const nextOffset = after ? after.nextOffset : first.nextOffset

  async function loadMore(): Promise<void> {
    if (nextOffset === null || isLoading) return
    setLoading(true)
    setFailed(false)
    try {
      const query = { ...searchQueryOf(parameters), offset: nextOffset, limit: pageSize }
      const page = await browserClient(locale).send(ownSearch, { query })
      const joined = {
        items: [...(after?.items ?? []), ...page.items.map(foundCard)],
        nextOffset: page.nextOffset,
        totalCount: page.totalCount,
      }
      if (loadedAfter.size >= addressesMax) loadedAfter.clear()
      loadedAfter.set(address, joined)
      setState({ address, after: joined })
    } catch {
      setFailed(true)
    } finally {
      setLoading(false)
    }
  }

  const end = useNearness(() => void loadMore(), nextOffset !== null && !isFailed)
  const next = new URLSearchParams(parameters)
  next.set('offset', String(nextOffset ?? 0))
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule empty:hidden">
        {items.map((item, position) => (
          <Fragment key={item.itemId}>
            {position === breakAfter && between && <li>{between}</li>}
            <li
              onClickCapture={() =>
                reportChoice(text, { itemId: item.itemId, itemType: 'Show', position })
              }
            >
              <ShowRow item={item} title={<Marked name={item.name} ranges={item.nameRanges} />} />
            </li>
          </Fragment>
        ))}
      </ul>
      {items.length <= breakAfter && between}
      {nextOffset !== null && (
        <div ref={end} className="mt-10 grid justify-items-center gap-3">
          <p className="figures text-soft">
            {t('shownOf', { shown: items.length, total: first.totalCount })}
          </p>
          {isFailed && <p role="alert">{t('moreFailed')}</p>}
          <LinkButton
            look="quiet"
            href={`${localizedPath(locale, '/search')}?${next}`}
            aria-busy={isLoading}
            onClick={(event) => {
              event.preventDefault()
              void loadMore()
            }}
          >
            {t('more')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

/** Calls when the end of the list is one screen away. */
function useNearness(call: () => void, isWanted: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  useEffect(() => {
    const target = element.current
    if (!target || !isWanted) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(target)
    return () => watcher.disconnect()
  })
  return element
}
