import { lazy, Suspense, useState } from 'react'
import {
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { pageData } from '#design/data/page-data.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDate, formatDateShort, formatMoney } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { flightSearch, sortTypes, type SearchReply } from '../../search-contract.ts'
import { durationText } from '../durations.ts'
import { cityOf } from '../names.ts'
import { DayPairs } from '../parts/day-pairs.tsx'
import { DaysAround } from '../parts/days-around.tsx'
import { Filters } from '../parts/filters.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { TripCard } from '../parts/trip-card.tsx'
import { useLiveSearch } from '../parts/use-live-search.ts'
import {
  filterNames,
  resultPath,
  searchInput,
  travellersTotal,
  usableParameters,
} from '../search-address.ts'
import { useTexts } from '../texts.ts'

const Dialog = lazy(async () => ({ default: (await import('#design/parts/dialog.tsx')).Dialog }))

const page = pageData(flightSearch, ({ url }) => ({ query: searchInput(url.searchParams) }))
type Loaded = Awaited<ReturnType<typeof page.loader>>

interface Answer {
  /** Null if the search parameters are invalid. */
  readonly loaded: Loaded | null
  /** For the form of an invalid search. */
  readonly today: string
}

async function orNull(work: Promise<Loaded>): Promise<Answer> {
  try {
    return { loaded: await work, today: '' }
  } catch (error) {
    const status = isRouteErrorResponse(error) ? error.status : statusOf(error)
    if (status === 400) return { loaded: null, today: dayKey(new Date()) }
    throw error
  }
}

function statusOf(error: unknown): number {
  const init = (error as { readonly init?: { readonly status?: number } | null } | null)?.init
  return init?.status ?? 0
}

export const loader = (args: LoaderFunctionArgs) => orNull(page.loader(args))
export const clientLoader = (args: ClientLoaderFunctionArgs) => orNull(page.clientLoader(args))

/** Page of the results of a search so far. */
export default function Result() {
  const { loaded, today } = useLoaderData<typeof loader>() as Answer
  return loaded ? <Found loaded={loaded} /> : <WrongSearch today={today} />
}

/** The form with what the address says as far as it can be used, to be corrected. */
function WrongSearch({ today }: { today: string }) {
  const t = useTexts()
  const query = useLocation().search
  const parameters = usableParameters(new URLSearchParams(query))
  const placeOf = (code: string) => ({ key: code, label: code })
  const placeIn = (name: string) => {
    const [code] = parameters.get(name)?.split(',') ?? []
    return code ? placeOf(code) : null
  }
  return (
    <div className="page space-y-group py-8 tablet:py-12">
      <title>{t('title')}</title>
      <meta name="robots" content="noindex" />
      <PageTitle>{t('title')}</PageTitle>
      <Notice>{t('wrongSearch')}</Notice>
      <SearchForm
        key={query}
        start={[]}
        today={today}
        from={placeIn('fromAirport')}
        to={placeIn('toAirport')}
        parameters={parameters}
        placeOf={placeOf}
      />
    </div>
  )
}

/** The days of a search as text. */
function daysOf(parameters: URLSearchParams, locale: Locale): string {
  const days = [
    ...(parameters.get('fromDate')?.split(',') ?? []),
    ...(parameters.get('toDate') ? [parameters.get('toDate') ?? ''] : []),
  ]
  return days.map((day) => formatDateShort(locale, `${day}T12:00:00Z`)).join(' – ')
}

function Found({ loaded }: { loaded: Loaded }) {
  const t = useTexts()
  const locale = useLocale()
  const query = useLocation().search
  const reply = useLiveSearch(page.usePart(loaded), query)
  const parameters = new URLSearchParams(query)
  const codesOf = (name: string) => parameters.get(name)?.toUpperCase().split(',') ?? []
  const from = cityOf(reply.names, codesOf('fromAirport')[0] ?? '')
  const to = cityOf(reply.names, codesOf('toAirport').at(-1) ?? '')
  const placeOf = (code: string) => ({
    key: code,
    label: `${cityOf(reply.names, code.toUpperCase())} (${code})`,
  })
  const first = (name: string) => parameters.get(name)?.split(',')[0] ?? ''
  const party = travellersTotal(parameters)
  const isSeveral = parameters.get('fromAirport')?.includes(',') ?? false
  return (
    <div className="page space-y-group py-6 tablet:py-8">
      <title>{t('resultTitle', { from, to })}</title>
      <meta name="description" content={t('resultDescription', { from, to })} />
      <meta name="robots" content="noindex" />
      <PageTitle>{t('resultTitle', { from, to })}</PageTitle>
      <FoldOut
        title={
          <span className="flex flex-wrap items-baseline gap-x-4">
            <Dotted
              className="figures"
              facts={[daysOf(parameters, locale), t('travellersSummary', { count: party })]}
            />
            <span className="link text-note whitespace-nowrap">{t('changeSearch')}</span>
          </span>
        }
      >
        <SearchForm
          key={query}
          start={[]}
          today=""
          from={placeOf(first('fromAirport'))}
          to={placeOf(first('toAirport'))}
          parameters={parameters}
          placeOf={placeOf}
        />
      </FoldOut>
      {!isSeveral && <DaysAround query={query} />}
      {parameters.get('toDate') && <DayPairs query={query} />}
      <div className="grid items-start gap-part desk:grid-cols-[20rem_minmax(0,1fr)]">
        <aside aria-label={t('filters')} className="hidden desk:block">
          <Filters facets={reply.facets} names={reply.names} parameters={parameters} />
        </aside>
        <div className="min-w-0 space-y-near">
          <SortTabs reply={reply} parameters={parameters} />
          <PhoneFilters reply={reply} parameters={parameters} />
          <Progress reply={reply} />
          <Trips key={query} reply={reply} query={query} party={party} />
          <Foot reply={reply} />
        </div>
      </div>
    </div>
  )
}

interface ReplyProps {
  readonly reply: SearchReply
}
interface WithParameters extends ReplyProps {
  readonly parameters: URLSearchParams
}

function SortTabs({ reply, parameters }: WithParameters) {
  const t = useTexts()
  const locale = useLocale()
  const current = parameters.get('sortType') ?? 'best'
  return (
    <nav
      aria-label={t('sortLabel')}
      className="-mx-4 flex gap-tight overflow-x-auto px-4 pb-1 desk:mx-0 desk:px-0"
    >
      {sortTypes.map((sort) => {
        const first = reply.first[sort]
        return (
          <LocalLink
            key={sort}
            to={resultPath(parameters, { sortType: sort })}
            preventScrollReset
            replace
            aria-current={sort === current ? 'true' : undefined}
            className="chip h-auto shrink-0 flex-col items-start py-2 no-underline"
          >
            <span className="font-semibold">{t(`sort-${sort}`)}</span>
            {first && (
              <span className="figures text-note">
                {formatMoney(locale, first.price)} · {durationText(t, first.minutes)}
              </span>
            )}
          </LocalLink>
        )
      })}
    </nav>
  )
}

function PhoneFilters({ reply, parameters }: WithParameters) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const count = filterNames.filter((name) => parameters.get(name)).length
  return (
    <div className="desk:hidden">
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? t('filtersOn', { count }) : t('filters')}
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog isOpen isSheet title={t('filters')} onClose={() => setOpen(false)}>
            <div className="mt-group">
              <Filters facets={reply.facets} names={reply.names} parameters={parameters} />
            </div>
            <Button isWide className="mt-group" onClick={() => setOpen(false)}>
              {t('apply')} · {t('foundCount', { count: reply.total })}
            </Button>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}

/** Progress of the search, also announced to screen readers. */
function Progress({ reply }: ReplyProps) {
  const t = useTexts()
  const isFailed = reply.providers.some(({ state }) => state === 'failed')
  const words = reply.isComplete
    ? reply.total === reply.found
      ? t('foundCount', { count: reply.total })
      : t('ofCount', { total: reply.total, found: reply.found })
    : reply.found === 0
      ? t('searching')
      : t('stillSearching', { count: reply.found })
  return (
    <div className="flex flex-wrap items-center gap-near text-note text-soft">
      <output aria-live="polite" className="flex items-center gap-tight">
        {!reply.isComplete && <span className="spinner" aria-hidden="true" />}
        {words}
      </output>
      {isFailed && <span>{t('supplierFailed')}</span>}
    </div>
  )
}

interface TripsProps extends ReplyProps {
  readonly query: string
  /** Number of passengers. */
  readonly party: number
}

function Trips({ reply, query, party }: TripsProps) {
  const t = useTexts()
  const locale = useLocale()
  const [more, setMore] = useState<readonly SearchReply[]>([])
  const { run, isWaiting } = useWork()
  const parameters = new URLSearchParams(query)
  if (reply.items.length === 0 && !reply.isComplete)
    return <Skeleton label={t('searching')} blocks={['h-36', 'h-36', 'h-36', 'h-36']} />
  if (reply.items.length === 0) {
    const isFiltered = reply.found > 0
    const cleared = Object.fromEntries(filterNames.map((name) => [name, null]))
    return (
      <EmptyState
        title={t(isFiltered ? 'noneFiltered' : 'noneTitle')}
        action={
          isFiltered && (
            <LinkButton to={resultPath(parameters, cleared)}>{t('clearFilters')}</LinkButton>
          )
        }
      >
        {!isFiltered && t('noneText')}
      </EmptyState>
    )
  }
  const all = [reply, ...more]
  const shown = all.reduce((sum, { items }) => sum + items.length, 0)
  const showMore = () =>
    run(async () => {
      const input = { query: { ...searchInput(parameters), offset: shown } }
      const next = await browserClient(locale).send(flightSearch, input)
      setMore([...more, next])
    })
  return (
    <>
      <ol className="space-y-near">
        {all.flatMap(({ items, names }) =>
          items.map((trip) => (
            <li key={trip.tripKey}>
              <TripCard trip={trip} names={names} party={party} />
            </li>
          )),
        )}
      </ol>
      {shown < reply.total && (
        <Button look="quiet" isWide isWaiting={isWaiting} onClick={showMore}>
          {t('showMore')}
        </Button>
      )}
    </>
  )
}

function Foot({ reply }: ReplyProps) {
  const t = useTexts()
  const locale = useLocale()
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    showToast({ text: t('shared') })
  }
  return (
    <div className="flex flex-wrap items-center gap-near border-t border-rule pt-group">
      <Button look="quiet" onClick={() => void copy()}>
        {t('share')}
      </Button>
      <LinkButton look="quiet" href={reply.outsideUrl} target="_blank" rel="noreferrer">
        {t('outside')}
      </LinkButton>
      {reply.ratedOn !== null && (
        <p className="text-note text-soft">
          {t('ratedNote', { date: formatDate(locale, `${reply.ratedOn}T12:00:00Z`) })}
        </p>
      )}
    </div>
  )
}
