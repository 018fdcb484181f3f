import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { late } from '#design/late.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { listItemsMax, listPageItems } from '#modules/catalogue/contract.ts'
import type { CardItem } from '../card-item.ts'
import { PosterGrid } from '../parts/show-card.tsx'
import type { ListInput } from './list-address.ts'
import { useListTexts } from './texts.ts'

const PlaceholderRow = lazy(() => late(import('./placeholder-row.tsx')))

/** Pages loaded automatically while scrolling; further ones need a click, so that the footer can be reached. */
const pagesByThemselves = 4

interface InfiniteListProps {
  readonly items: readonly CardItem[]
  readonly nextCursor: string | null
  /** The input of the list's call, with the category. */
  readonly inputNow: () => ListInput
  /** The address of the next page, for visitors without scripts. */
  readonly addressOfNext: (cursor: string) => string
  /** A list item after the first row. */
  readonly between?: ReactNode
}

/**
 * A list with infinite scrolling. The number of items shown is in the address, so it is restored on back navigation,
 * after a reload and from a shared link. Without scripts it is paginated.
 */
export function InfiniteList(props: InfiniteListProps) {
  const t = useListTexts()
  const { items, nextCursor, state, more } = useGrowingList(props)
  const end = useRef<HTMLDivElement>(null)
  const isGrowing = state === 'ready' && items.length < pagesByThemselves * listPageItems
  useEffect(() => {
    const place = end.current
    if (!place || !isGrowing || nextCursor === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more()
      },
      { rootMargin: '600px' },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [isGrowing, nextCursor, more])
  const added = items.length - props.items.length
  return (
    <>
      <PosterGrid items={items} firstCount={5}>
        {props.between}
      </PosterGrid>
      <Suspense>{state === 'loading' && <PlaceholderRow />}</Suspense>
      <output className="sr-only">
        {state === 'loading'
          ? t('loadingMore')
          : added > 0
            ? t('loadedMore', { count: Math.min(added, listPageItems) })
            : ''}
      </output>
      <div ref={end} className="mt-10 flex flex-wrap items-center justify-center gap-4">
        {state === 'failed' && (
          <>
            <p role="alert">{t('moreFailed')}</p>
            <Button look="quiet" onClick={more}>
              {t('tryAgain')}
            </Button>
          </>
        )}
        {state !== 'failed' && nextCursor !== null && (
          <LinkButton
            look="quiet"
            to={props.addressOfNext(nextCursor)}
            prefetch="none"
            aria-disabled={state === 'loading' ? true : undefined}
            onClick={(event) => {
              if (items.length >= listItemsMax || event.metaKey || event.ctrlKey) return
              event.preventDefault()
              more()
            }}
          >
            {t(items.length >= listItemsMax ? 'nextPage' : 'showMore')}
          </LinkButton>
        )}
        {nextCursor === null && items.length > listPageItems && (
          <p className="text-soft">{t('listEnd')}</p>
        )}
      </div>
    </>
  )
}

function useGrowingList({ items, nextCursor, inputNow }: InfiniteListProps) {
  const locale = useLocale()
  const [list, setList] = useState({ items, nextCursor })
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')
  const isAsking = useRef(false)
  const more = useCallback(() => {
    const { nextCursor: cursor } = list
    if (cursor === null || isAsking.current) return
    isAsking.current = true
    setState('loading')
    void (async () => {
      try {
        const { nextPage } = await import('./next-page.ts')
        setList(await nextPage(locale, list.items, { ...inputNow(), cursor }))
        setState('ready')
      } catch {
        setState('failed')
      } finally {
        isAsking.current = false
      }
    })()
  }, [list, inputNow, locale])
  return { ...list, state, more }
}
