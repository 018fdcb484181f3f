import { useLocation } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMonth } from '#kernel/format.ts'
import { ownCalendarPage } from '#modules/catalogue/calendar-contract.ts'
import { cardItem } from '../card-item.ts'
import { Agenda } from '../lists/agenda.tsx'
import { calendarAddress, calendarInput } from '../lists/calendar-address.ts'
import { ChipRow } from '../lists/list-filters.tsx'
import { MonthGrid } from '../lists/month-grid.tsx'
import { useCalendarTexts } from '../lists/calendar-texts.ts'
import { Timetable } from '../parts/timetable.tsx'

const page = pageData(
  ownCalendarPage,
  ({ url }) => ({ query: calendarInput(url.searchParams) }),
  ({ categories, items, ...rest }) => ({
    ...rest,
    categories: categories.map(({ slug, name }) => ({ slug, name })),
    items: items.map((item) => cardItem(item, ['thumbnail', 'icon', 'v3Poster'])),
  }),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** A month at a glance: a grid of days on wide screens, a list of days with events on phones. */
export default function Calendar() {
  const t = useCalendarTexts()
  const locale = useLocale()
  const { month, firstMonth, previousMonth, nextMonth, ...shown } = page.usePage()
  const { days, chosenDate, items, categories, today } = shown
  const parameters = new URLSearchParams(useLocation().search)
  const category = parameters.get('category')
  const monthName = formatMonth(locale, month)
  const addressWith = (changes: Readonly<Record<string, string | null>>): string =>
    calendarAddress({ category, ...changes })
  const chosen = days.find(({ date }) => date === chosenDate)
  const dayItems = (
    <>
      <Timetable items={items} />
      {chosen && chosen.eventCount > items.length && (
        <p className="mt-4 text-soft">{t('dayMost', { count: items.length })}</p>
      )}
    </>
  )
  const sheet = {
    days,
    today,
    chosenDate,
    addressOf: (date: string) => addressWith({ date }),
    previousAddress: previousMonth && addressWith({ month: previousMonth }),
    nextAddress: nextMonth && addressWith({ month: nextMonth }),
  }
  const isEmpty = days.every(({ eventCount }) => eventCount === 0)
  return (
    <div className="page pt-8 tablet:pt-12">
      <title>{t('calendarTitle', { month: monthName })}</title>
      <meta name="description" content={t('calendarDescription')} />
      <MonthHeading
        month={month}
        previousMonth={previousMonth}
        nextMonth={nextMonth}
        firstName={today.startsWith(firstMonth) ? t('thisMonth') : formatMonth(locale, firstMonth)}
        addressWith={addressWith}
      />
      <div className="mt-5 tablet:mt-7">
        <ChipRow
          label={t('byCategory')}
          current={category}
          options={[
            { value: null, name: t('everything') },
            ...categories.map(({ slug, name }) => ({ value: slug, name })),
          ]}
          addressOf={(value) => calendarAddress({ month, category: value })}
        />
      </div>
      {isEmpty && (
        <EmptyMonth
          text={t(today.startsWith(month) ? 'monthOver' : 'emptyMonth')}
          nextMonth={nextMonth}
          addressWith={addressWith}
        />
      )}
      <div className="mt-8 hidden tablet:block">
        <MonthGrid {...sheet} month={month} />
        {chosen && chosenDate !== null && (
          <section className="mt-10" aria-labelledby="chosen-day">
            <h2
              id="chosen-day"
              className="mb-4 flex flex-wrap items-baseline gap-x-4 font-display text-2xl font-[800]"
            >
              {formatDate(locale, `${chosenDate}T12:00:00Z`, { weekday: true })}
              <span className="font-sans text-base font-normal text-soft">
                {t('dayEvents', { count: chosen.eventCount })}
              </span>
            </h2>
            {dayItems}
          </section>
        )}
      </div>
      {!isEmpty && (
        <div className="mt-6 tablet:hidden">
          <Agenda {...sheet}>{dayItems}</Agenda>
          <ToNextMonth nextMonth={nextMonth} addressWith={addressWith} />
        </div>
      )}
    </div>
  )
}

interface NextMonthProps {
  nextMonth: string | null
  addressWith: (changes: Readonly<Record<string, string | null>>) => string
}

/** Below the days of a phone, whose heading is far above. */
function ToNextMonth({ nextMonth, addressWith }: NextMonthProps) {
  const locale = useLocale()
  if (nextMonth === null) return null
  return (
    <LinkButton
      look="quiet"
      to={addressWith({ month: nextMonth })}
      className="mt-6 w-full justify-center"
    >
      {formatMonth(locale, nextMonth)}
    </LinkButton>
  )
}

/** What is said instead of days without events, and where there are some. */
function EmptyMonth({ text, nextMonth, addressWith }: NextMonthProps & { text: string }) {
  const t = useCalendarTexts()
  const locale = useLocale()
  return (
    <div className="mt-8 border-t-2 border-ink py-12 text-center">
      <p className="text-lg">{text}</p>
      <LinkButton
        look="quiet"
        to={nextMonth ? addressWith({ month: nextMonth }) : '/events'}
        className="mt-5"
      >
        {nextMonth ? formatMonth(locale, nextMonth) : t('showAll')}
      </LinkButton>
    </div>
  )
}

/** The name of the month, and links to its neighbours. */
function MonthHeading(
  props: NextMonthProps & {
    month: string
    previousMonth: string | null
    /** Of the link to the first month with events. */
    firstName: string
  },
) {
  const t = useCalendarTexts()
  const locale = useLocale()
  const { previousMonth, nextMonth, addressWith } = props
  const monthName = formatMonth(locale, props.month)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <PageTitle look="display">
        <span className="sr-only">{t('calendar')}: </span>
        {monthName}
      </PageTitle>
      <nav aria-label={t('calendar')} className="flex flex-wrap gap-2">
        {previousMonth && (
          <LinkButton
            look="quiet"
            to={addressWith({ month: previousMonth })}
            aria-label={t('previousMonth', { month: formatMonth(locale, previousMonth) })}
            className="min-w-11 px-3"
          >
            ←
          </LinkButton>
        )}
        {previousMonth && (
          <LinkButton look="quiet" to={addressWith({})}>
            {props.firstName}
          </LinkButton>
        )}
        {nextMonth && (
          <LinkButton
            look="quiet"
            to={addressWith({ month: nextMonth })}
            aria-label={t('nextMonth', { month: formatMonth(locale, nextMonth) })}
            className="min-w-11 px-3"
          >
            →
          </LinkButton>
        )}
      </nav>
    </div>
  )
}
