import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts } from '#kernel/format.ts'
import type { SheetProps } from './month-grid.tsx'
import { useCalendarTexts } from './calendar-texts.ts'

/** The days of a month that have events, as a list; the chosen day is expanded. */
export function Agenda(
  props: Pick<SheetProps, 'days' | 'today' | 'chosenDate' | 'addressOf'> & {
    /** The events of the chosen day. */
    children: ReactNode
  },
) {
  const t = useCalendarTexts()
  const locale = useLocale()
  return (
    <ol className="border-t-2 border-ink">
      {props.days
        .filter(({ eventCount }) => eventCount > 0)
        .map(({ date, eventCount, highlights }) => {
          const { day, month, weekday } = dateParts(locale, `${date}T12:00:00Z`)
          const isChosen = date === props.chosenDate
          const rest = eventCount - highlights.length
          return (
            <li key={date} className="border-b border-rule">
              <LocalLink
                to={props.addressOf(date)}
                preventScrollReset
                aria-current={isChosen ? 'date' : undefined}
                className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 py-3"
              >
                <span
                  className={`figures row-span-2 text-[2rem] leading-none font-[800] ${isChosen ? 'text-accent' : ''}`}
                >
                  {day}
                </span>
                <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
                  <span>
                    {weekday}
                    {date === props.today && (
                      <span className="ml-2 text-accent">{t('todayMark')}</span>
                    )}
                  </span>
                  <span className="text-sm font-normal text-soft">
                    {t('dayEvents', { count: eventCount })}
                  </span>
                </span>
                {!isChosen && (
                  <span className="mt-0.5 text-sm text-soft">
                    {highlights.map(({ name }) => name).join(' · ')}
                    {rest > 0 && ` ${t('moreOfDay', { count: rest })}`}
                  </span>
                )}
              </LocalLink>
              {isChosen && (
                <div className="pb-4">
                  <h2 className="sr-only">{`${weekday}, ${day} ${month}`}</h2>
                  {props.children}
                </div>
              )}
            </li>
          )
        })}
    </ol>
  )
}
