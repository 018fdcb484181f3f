import { useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts, formatDate } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { CalendarPage } from '#modules/catalogue/calendar-contract.ts'
import { dayStep, firstWeekdayOf } from './calendar-address.ts'
import { useCalendarTexts } from './calendar-texts.ts'

export interface SheetProps {
  readonly days: CalendarPage['days']
  readonly today: string
  readonly chosenDate: string | null
  readonly addressOf: (date: string) => string
  readonly previousAddress: string | null
  readonly nextAddress: string | null
}

/** A month as a grid of days. One day is in the tab order; arrow keys move to other days with events. */
export function MonthGrid(props: SheetProps & { readonly month: string }) {
  const { month, days, today, chosenDate, addressOf } = props
  const t = useCalendarTexts()
  const locale = useLocale()
  const first = firstWeekdayOf(month)
  const weeks = weeksOf(days, first)
  const { grid, focused, onKeyDown } = useDayKeys(props, first)
  return (
    <>
      <p id="calendar-keys" className="sr-only">
        {t('calendarKeys')}
      </p>
      <table
        ref={grid}
        aria-label={t('calendar')}
        aria-describedby="calendar-keys"
        className="w-full table-fixed border-separate border-spacing-1"
      >
        <thead>
          <tr>
            {weekdayNames(locale).map(({ weekday, weekdayShort }) => (
              <th
                key={weekday}
                scope="col"
                className="pb-1 text-left text-sm font-semibold text-soft"
              >
                <span className="desk:hidden" aria-hidden="true">
                  {weekdayShort}
                </span>
                <span className="sr-only desk:not-sr-only">{weekday}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => {
            // Past weeks are compact, so that upcoming ones are visible first.
            const isOver = week.every((day) => day === null || day.isPast)
            return (
              <tr key={index}>
                {week.map((day, weekday) =>
                  day === null ? (
                    <td key={weekday}>{'\u00A0'}</td>
                  ) : (
                    <td
                      key={day.date}
                      className={`p-0 align-top ${isOver ? 'h-10' : 'h-24 desk:h-32'}`}
                    >
                      <Day
                        day={day}
                        isToday={day.date === today}
                        isChosen={day.date === chosenDate}
                        isInTabOrder={day.date === focused}
                        address={addressOf(day.date)}
                        onKeyDown={onKeyDown}
                      />
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

function Day(props: {
  day: CalendarPage['days'][number]
  isToday: boolean
  isChosen: boolean
  isInTabOrder: boolean
  address: string
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const t = useCalendarTexts()
  const locale = useLocale()
  const { day, isToday, isChosen, isInTabOrder, address } = props
  const date = formatDate(locale, `${day.date}T12:00:00Z`, { weekday: true })
  const number = (
    <span className="figures flex items-baseline justify-between gap-2 text-lg leading-none font-[650]">
      <span aria-hidden="true">{Number(day.date.slice(8))}</span>
      <span className="sr-only">{date}</span>
      {isToday && <span className="text-sm font-semibold text-accent">{t('todayMark')}</span>}
    </span>
  )
  if (day.eventCount === 0)
    return (
      <div
        className={`h-full rounded-md p-2 text-soft ${day.isPast ? 'bg-sunk' : 'border border-rule'}`}
      >
        {number}
      </div>
    )
  return (
    <LocalLink
      to={address}
      data-date={day.date}
      tabIndex={isInTabOrder ? 0 : -1}
      onKeyDown={props.onKeyDown}
      preventScrollReset
      aria-current={isChosen ? 'date' : undefined}
      className="flex h-full flex-col gap-1.5 overflow-hidden rounded-md border border-rule-strong bg-card p-1.5 hover:border-ink desk:p-2 aria-[current]:border-2 aria-[current]:border-accent"
    >
      {number}
      <span className="text-xs font-semibold tracking-tight text-accent desk:text-sm desk:tracking-normal">
        {t('dayEvents', { count: day.eventCount })}
      </span>
      <span className="hidden min-h-0 grow flex-col gap-0.5 text-sm leading-tight text-soft desk:flex">
        {day.highlights.map(({ eventId, name: title }) => (
          <span key={eventId} className="truncate">
            {title}
          </span>
        ))}
      </span>
    </LocalLink>
  )
}

function useDayKeys({ days, chosenDate, previousAddress, nextAddress }: SheetProps, first: number) {
  const grid = useRef<HTMLTableElement>(null)
  const locale = useLocale()
  const navigate = useNavigate()
  const open = days.filter(({ eventCount }) => eventCount > 0)
  const start = (open.find(({ date }) => date === chosenDate) ?? open[0])?.date ?? ''
  const [moved, setMoved] = useState({ from: start, to: start })
  // A day chosen since then takes precedence over the position of the arrow keys.
  const focused = moved.from === start ? moved.to : start
  const leave = (address: string | null): void => {
    if (address !== null)
      void navigate(localizedPath(locale, address), { preventScrollReset: true })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      leave(event.key === 'PageUp' ? previousAddress : nextAddress)
      return
    }
    const step = dayStep(event.key, Number(focused.slice(8)), first)
    if (step === null) return
    event.preventDefault()
    const from = event.key === 'End' ? Math.min(step.day, days.length) : step.day
    let target = days[from - 1]
    for (let day = from; target?.eventCount === 0; target = days[day - 1]) day += step.onward
    if (!target) return
    setMoved({ from: start, to: target.date })
    grid.current?.querySelector<HTMLElement>(`[data-date="${target.date}"]`)?.focus()
  }
  return { grid, focused, onKeyDown }
}

/** Weeks of seven days, with null for days of other months. */
function weeksOf(days: CalendarPage['days'], first: number) {
  const cells = [...Array.from({ length: first }, () => null), ...days]
  const weeks: (CalendarPage['days'][number] | null)[][] = []
  for (let from = 0; from < cells.length; from += 7) {
    const week = cells.slice(from, from + 7)
    weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)])
  }
  return weeks
}

/** Monday to Sunday; 5 January 1970 was a Monday. */
function weekdayNames(locale: 'ka' | 'en') {
  return Array.from({ length: 7 }, (_, index) =>
    dateParts(locale, new Date(Date.UTC(1970, 0, 5 + index, 12))),
  )
}
