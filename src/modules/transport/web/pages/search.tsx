import { useMemo } from 'react'
import {
  redirect,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { Card } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDateShort } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { readSearch, ridersTotal, searchPath, withRightDates } from '../address.ts'
import { brandOfPath, isPausedFor, pathsOf } from '../brands.ts'
import { choiceParams } from '../choice.ts'
import type { Brand } from '../../kinds.ts'
import { tripsLinkedData } from '../linked-data.ts'
import { ChosenJourney } from '../parts/chosen-journey.tsx'
import { Departures } from '../parts/departures.tsx'
import { Head } from '../parts/head.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { TicketChoice } from '../parts/ticket-choice.tsx'
import { loadSearch, openSearch, type SentSearch } from '../search-data.ts'
import { useTexts } from '../texts.ts'
import { wayText } from '../way-text.ts'

const minuteMilliseconds = 60_000

/** Incomplete searches redirect to the start page, past dates to today, a return before the departure to its day. */
export async function loadSearchPage({ url, context }: LoaderFunctionArgs): Promise<SentSearch> {
  const calls = context.get(serverCallsContext)
  const brand = brandOfPath(url.pathname)
  const search = readSearch(url.searchParams)
  const now = new Date()
  const today = dayKey(now)
  if (!search.from || !search.to) throw redirect(localizedPath(calls.locale, pathsOf(brand).start))
  const right = withRightDates(search, today)
  if (right) throw redirect(localizedPath(calls.locale, searchPath(brand, right)))
  return loadSearch(calls.send, { brand, search, today, now: minuteOf(now) })
}

function minuteOf(now: Date): string {
  return new Date(Math.floor(now.getTime() / minuteMilliseconds) * minuteMilliseconds).toISOString()
}

/** Choosing a class or baggage changes the address but does not reload data. */
export function needsReload(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const plain = (url: URL): string => {
    const params = new URLSearchParams(url.search)
    for (const name of choiceParams) params.delete(name)
    return `${url.pathname}?${params.toString()}`
  }
  const isChoiceAlone = currentUrl.href !== nextUrl.href && plain(currentUrl) === plain(nextUrl)
  return isChoiceAlone ? false : defaultShouldRevalidate
}

/** Search results of a day: choice of the outward journey, of the return journey, then of the tickets. */
export function Search({ page: sent, paused }: { page: SentSearch; paused: readonly Brand[] }) {
  const page = useMemo(() => openSearch(sent), [sent])
  const { brand, search, step, from, to, chosen } = page
  const t = useTexts()
  const locale = useLocale()
  const root = useRouteLoaderData<{ readonly origin: string }>('root')
  const title = from && to ? wayText(t, { from, to }) : undefined
  const day = (date: string): string => formatDateShort(locale, `${date}T12:00:00Z`)
  const summary = [
    day(search.date) + (search.returnDate === null ? '' : ` – ${day(search.returnDate)}`),
    t('ridersCount', { count: ridersTotal(search.riders) }),
  ]
  const isUnavailable =
    (search.there !== null && !chosen.there) || (search.back !== null && !chosen.back)
  return (
    <div className="page pt-6 pb-section tablet:pt-10">
      <JsonLd
        data={
          import.meta.env.SSR ? tripsLinkedData(page, { origin: root?.origin ?? '', locale }) : null
        }
      />
      <Head
        brand={brand}
        {...(title === undefined ? {} : { title })}
        isPaused={isPausedFor(brand, paused)}
      />
      <FoldOut
        key={searchPath(brand, search)}
        look="section"
        title={
          <span className="flex flex-wrap items-baseline gap-x-4">
            <Dotted className="figures" facts={summary} />
            <span className="link text-note whitespace-nowrap">{t('changeSearch')}</span>
          </span>
        }
        isOpen={!from || !to}
        className="mt-near"
      >
        <div className="py-near">
          <SearchForm {...page} />
        </div>
      </FoldOut>
      {isUnavailable && (
        <Card tone="warn" className="mt-group">
          <p>{t('goneJourney')}</p>
          <LinkButton
            look="quiet"
            className="mt-near"
            to={searchPath(brand, {
              ...search,
              there: chosen.there ? search.there : null,
              back: null,
            })}
          >
            {t('changeOtherDeparture')}
          </LinkButton>
        </Card>
      )}
      <div className="mt-group space-y-near">
        {chosen.there && <ChosenJourney page={page} journey={chosen.there} isBack={false} />}
        {chosen.back && <ChosenJourney page={page} journey={chosen.back} isBack />}
      </div>
      {!from || !to ? (
        search.from === search.to ? (
          <EmptyState title={t('sameTitle')}>{t('sameText')}</EmptyState>
        ) : (
          <EmptyState title={t('unknownTitle')}>{t('unknownText')}</EmptyState>
        )
      ) : step === 'tickets' ? (
        <div className="mt-group">
          {page.types.length > 0 && !isUnavailable && <TicketChoice page={page} paused={paused} />}
        </div>
      ) : (
        <Departures page={page} />
      )}
    </div>
  )
}
