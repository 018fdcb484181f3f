import { lazy, Suspense, useState } from 'react'
import { late } from '#design/late.ts'
import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Section } from '#design/parts/section.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { dayNoteOf } from '../day-note.ts'
import type { ReadJourney } from '../journey-data.ts'
import { useDaysWithChanges } from '../days-with-changes.ts'
import { addDays, ridersTotal, searchPath, type SearchAddress } from '../address.ts'
import { hasLeft, type Day, type SearchPage } from '../search-data.ts'
import { useTexts } from '../texts.ts'
import { JourneyRow } from './journey-row.tsx'
import { MoreDepartures } from './more-departures.tsx'

/** Loaded on demand, because few visitors open it. */
const WatchConnection = lazy(() => late(import('./watch-connection.tsx')))

const orders = ['time', 'price', 'duration'] as const
type Order = (typeof orders)[number]
const orderTexts = { time: 'sortTime', price: 'sortPrice', duration: 'sortDuration' } as const

/** Departures of a day in one direction, with links to the days around it. */
export function Departures({ page }: { page: SearchPage }) {
  const { brand, search, step, days } = page
  const t = useTexts()
  const locale = useLocale()
  const [order, setOrder] = useState<Order>('time')
  const [isDirectOnly, setDirectOnly] = useState(false)
  const isBack = step === 'back'
  const date = (isBack ? search.returnDate : search.date) ?? search.date
  const pathOf = (day: string): string => searchPath(brand, onDay(search, day, isBack))
  const title = t(isBack ? 'backTitle' : 'thereTitle', {
    date: formatDate(locale, `${date}T12:00:00Z`, { weekday: true }),
  })
  const changes = useDaysWithChanges(page, isBack)
  const noteOf = (day: Day): string | undefined => {
    const note = changes.has(day.date) ? 'dayChanges' : dayNoteOf(day)
    return note === null ? undefined : t(note)
  }
  const coming = page.journeys.filter((journey) => !hasLeft(journey, page.now))
  const direct = coming.filter(isDirect)
  const isMixed = direct.length > 0 && direct.length < coming.length
  // Seats sold at the office only never become free here.
  const isOfficeOnly = coming.length > 0 && coming.every(({ sale }) => sale === 'office')
  return (
    <>
      {days.length > 0 && (
        <DateStrip
          label={t('daysLabel')}
          days={days.map((day) => ({
            date: day.date,
            price: (changes.get(day.date) ?? day).lowestPrice,
            note: noteOf(day),
          }))}
          date={date}
          pathOf={pathOf}
          lowestLabel={t('lowestPrice')}
          className="mt-group"
        />
      )}
      <Section
        title={
          <>
            {title}
            {/* An empty list says so itself. */}
            {coming.length > 0 && (
              <span className="block font-sans text-base font-normal text-soft">
                {t('journeyCount', {
                  count: isMixed && isDirectOnly ? direct.length : page.journeys.length,
                })}
              </span>
            )}
          </>
        }
        action={coming.length > 3 && <SortSelect order={order} onChange={setOrder} />}
        className="mt-group"
      >
        {isMixed && (
          <Checkbox
            label={t('directOnly')}
            checked={isDirectOnly}
            onChange={({ target }) => setDirectOnly(target.checked)}
          />
        )}
        <Rows
          page={page}
          isBack={isBack}
          date={date}
          order={order}
          isDirectOnly={isMixed && isDirectOnly}
          pathOf={pathOf}
        />
        <DayLinks page={page} date={date} pathOf={pathOf} />
        {!isOfficeOnly && (
          <FoldOut title={t('watchTitle')} className="mt-group">
            <Suspense>
              <WatchConnection
                key={date}
                from={isBack ? search.to : search.from}
                to={isBack ? search.from : search.to}
                date={date}
              />
            </Suspense>
          </FoldOut>
        )}
      </Section>
    </>
  )
}

function SortSelect(props: { readonly order: Order; readonly onChange: (order: Order) => void }) {
  const t = useTexts()
  return (
    <Select
      label={t('sort')}
      frameClassName="mt-tight tablet:mt-0"
      value={props.order}
      onChange={({ target }) =>
        props.onChange(orders.find((one) => one === target.value) ?? 'time')
      }
    >
      {orders.map((one) => (
        <option key={one} value={one}>
          {t(orderTexts[one])}
        </option>
      ))}
    </Select>
  )
}

interface RowsProps extends DayProps {
  readonly isBack: boolean
  readonly date: string
  readonly order: Order
  readonly isDirectOnly: boolean
}

/** Departures of a day: past ones, and those much too early for an event, are collapsed; earlier and later ones can be loaded. */
function Rows({ page, isBack, date, order, isDirectOnly, pathOf }: RowsProps) {
  const { brand, search } = page
  const t = useTexts()
  const departed = page.journeys.filter((journey) => hasLeft(journey, page.now))
  const all = sorted(
    page.journeys.filter(
      (journey) => !hasLeft(journey, page.now) && (!isDirectOnly || isDirect(journey)),
    ),
    order,
  )
  const early = isBack ? [] : muchTooEarly(all, search.before)
  const coming = all.filter((journey) => !early.includes(journey))
  const [first, last] = [page.journeys[0], page.journeys.at(-1)]
  const choosePath = ({ journeyKey }: Pick<ReadJourney, 'journeyKey'>, day: string): string =>
    searchPath(brand, {
      ...onDay(search, day, isBack),
      [isBack ? 'back' : 'there']: journeyKey,
      ...(isBack ? {} : { back: null }),
    })
  // A row depends on its own line, on the one in common and on the address.
  const within = `${searchPath(brand, search)}\n${first?.common ?? ''}`
  const party = ridersTotal(search.riders)
  const rows = (journeys: readonly ReadJourney[]) => (
    <ol className="space-y-near">
      {journeys.map((journey) => (
        <CachedMarkup
          key={journey.journeyKey}
          kind="journey"
          of={journey.line}
          within={within}
          render={() => (
            <JourneyRow
              journey={journey}
              party={party}
              path={searchPath(brand, {
                ...search,
                [isBack ? 'back' : 'there']: journey.journeyKey,
              })}
            />
          )}
        />
      ))}
    </ol>
  )
  return (
    <>
      {first && departed.length === 0 && (
        <MoreDepartures
          key={`earlier ${date}`}
          page={page}
          isBack={isBack}
          at={first.departsAt}
          direction="earlier"
          pathOf={choosePath}
        />
      )}
      {departed.length > 0 && (
        <FoldOut title={t('goneTitle', { count: departed.length })} className="mb-near">
          {rows(departed)}
        </FoldOut>
      )}
      {early.length > 0 && (
        <FoldOut title={t('earlyTitle', { count: early.length })} className="mb-near">
          {rows(early)}
        </FoldOut>
      )}
      {coming.length > 0 ? rows(coming) : <NoDepartures page={page} pathOf={pathOf} />}
      {last && (
        <MoreDepartures
          key={`later ${date}`}
          page={page}
          isBack={isBack}
          at={last.departsAt}
          direction="later"
          pathOf={choosePath}
        />
      )}
    </>
  )
}

function isDirect({ segments }: ReadJourney): boolean {
  return segments.length === 1
}

/** Who goes to an event rarely wants to be there so long before it begins. */
const earlyMilliseconds = 6 * 3_600_000

/** Of the journeys to an event those that arrive long before it; none if all do. */
function muchTooEarly(journeys: readonly ReadJourney[], before: string | null): ReadJourney[] {
  if (before === null) return []
  const latest = Date.parse(before) - earlyMilliseconds
  const early = journeys.filter(({ segments }) => Date.parse(segments.at(-1)?.to.at ?? '') < latest)
  return early.length < journeys.length ? early : []
}

/** The same search on another day; choices that depend on the date are cleared. */
function onDay(search: SearchAddress, day: string, isBack: boolean): SearchAddress {
  if (isBack) return { ...search, returnDate: day, back: null }
  const { returnDate } = search
  return {
    ...search,
    date: day,
    returnDate: returnDate !== null && returnDate < day ? day : returnDate,
    there: null,
    back: null,
  }
}

function sorted(journeys: readonly ReadJourney[], order: Order): readonly ReadJourney[] {
  const price = ({ priceFrom }: ReadJourney): number => priceFrom?.amount ?? Infinity
  if (order === 'price') return journeys.toSorted((left, right) => price(left) - price(right))
  if (order === 'duration')
    return journeys.toSorted((left, right) => left.durationMinutes - right.durationMinutes)
  return journeys
}

interface DayProps {
  readonly page: SearchPage
  readonly pathOf: (day: string) => string
}

/** Links to the days before and after with departures; where every journey has a change, to the days next to this one. */
function DayLinks({ page, date, pathOf }: DayProps & { readonly date: string }) {
  const t = useTexts()
  const { journeys, today } = page
  const isChanging = journeys.length > 0 && journeys.every(({ segments }) => segments.length > 1)
  const previousDate = page.previousDate ?? (isChanging ? addDays(date, -1) : null)
  const nextDate = page.nextDate ?? (isChanging ? addDays(date, 1) : null)
  return (
    <nav aria-label={t('date')} className="mt-group flex flex-wrap justify-between gap-near">
      {previousDate !== null && previousDate >= today && (
        <LinkButton look="quiet" to={pathOf(previousDate)}>
          {t('previousDay')}
        </LinkButton>
      )}
      {nextDate !== null && (
        <LinkButton look="quiet" to={pathOf(nextDate)} className="ml-auto">
          {t('nextDay')}
        </LinkButton>
      )}
    </nav>
  )
}

function NoDepartures({ page: { brand, search, nextDate }, pathOf }: DayProps) {
  const t = useTexts()
  const locale = useLocale()
  const text = nextDate === null ? 'noneSoonText' : 'noneText'
  return (
    <EmptyState
      title={t('noneTitle')}
      action={
        <>
          {nextDate !== null && (
            <LinkButton to={pathOf(nextDate)}>
              {t('noneNext', { date: formatDate(locale, `${nextDate}T12:00:00Z`) })}
            </LinkButton>
          )}
          {brand !== null && (
            <LinkButton look="quiet" to={searchPath(null, search)}>
              {t('allCarriers')}
            </LinkButton>
          )}
        </>
      }
    >
      {t(brand === null ? 'noneAtAllText' : text)}
    </EmptyState>
  )
}
