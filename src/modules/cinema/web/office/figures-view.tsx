import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { Button } from '#design/parts/button.tsx'
import { BarList, ColumnChart, type Bar } from '#design/parts/chart.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  formatCount,
  formatDateShort,
  formatDateTime,
  formatMoney,
  formatPercent,
} from '#kernel/format.ts'
import type { CinemaUse, officeFigures } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { clockOf } from './board.ts'
import { OfficeHead } from './office-head.tsx'

/** Occupancy in per cent, below 10 with one decimal. */
function shareOf({ sold, capacity }: CinemaUse): number {
  const share = (sold / Math.max(1, capacity)) * 100
  return share < 10 ? Math.round(share * 10) / 10 : Math.round(share)
}

/** The figures of all screenings of the period. */
function Totals({ totals }: Pick<Figures, 'totals'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <dl className="mt-group grid grid-cols-2 gap-group desk:grid-cols-4">
      <Figure name={t('screenings')} value={formatCount(locale, totals.screenings)} />
      <Figure
        name={t('occupancy')}
        value={formatPercent(locale, Math.round(shareOf(totals) * 100))}
      />
      <Figure name={t('boxOffice')} value={formatMoney(locale, totals.boxOffice)} />
      <Figure name={t('barSales')} value={formatMoney(locale, totals.bar)} />
      {totals.reduced.amount + totals.barReduced.amount > 0 && (
        <Figure
          name={t('reducedSales')}
          value={formatMoney(locale, {
            ...totals.reduced,
            amount: totals.reduced.amount + totals.barReduced.amount,
          })}
        />
      )}
    </dl>
  )
}

/** Occupancy and revenue of a cinema. */
export function FiguresView({ figures }: { figures: Figures }) {
  const t = useTexts()
  const locale = useLocale()
  const { totals, days, films, halls, hours, waiting, differences } = figures
  const occupancyBar = (key: string | number, name: string, use: CinemaUse): Bar => ({
    key: String(key),
    name,
    value: shareOf(use),
    text: t('fullOf', {
      share: shareOf(use),
      sold: formatCount(locale, use.sold),
      capacity: formatCount(locale, use.capacity),
    }),
  })
  const revenueBar = (key: string | number, name: string, use: CinemaUse): Bar => ({
    key: String(key),
    name,
    value: use.boxOffice.amount,
    text: formatMoney(locale, use.boxOffice),
  })
  const dayName = (date: string) => formatDateShort(locale, `${date}T12:00:00Z`)
  return (
    <>
      <title>{t('figuresPageTitle')}</title>
      <OfficeHead title={t('navFigures')} cinemaId={figures.cinemaId} />
      <PeriodForm key={`${figures.cinemaId} ${figures.from} ${figures.to}`} figures={figures} />
      <Totals totals={totals} />
      {totals.screenings === 0 ? (
        <EmptyState title={t('noFigures')} />
      ) : (
        <div className="mt-part grid items-start gap-group desk:grid-cols-2">
          <Panel title={t('occupancyByDay')}>
            <ColumnChart
              label={t('occupancyByDay')}
              full={100}
              bars={days.map((day) => occupancyBar(day.date, dayName(day.date), day))}
            />
          </Panel>
          <Panel title={t('boxOfficeByDay')}>
            {totals.boxOffice.amount === 0 ? (
              <p className="text-soft">{t('noBoxOffice')}</p>
            ) : (
              <ColumnChart
                label={t('boxOfficeByDay')}
                bars={days.map((day) => revenueBar(day.date, dayName(day.date), day))}
              />
            )}
          </Panel>
          <Panel title={t('occupancyByHour')}>
            <ColumnChart
              label={t('occupancyByHour')}
              full={100}
              bars={hours.map((use) => occupancyBar(use.hour, clockOf(use.hour * 60 - 360), use))}
            />
          </Panel>
          <Panel title={t('byHall')}>
            <BarList
              full={100}
              bars={halls.map((hall) => occupancyBar(hall.hallId, hall.name, hall))}
            />
          </Panel>
          <Panel title={t('byFilm')}>
            <BarList
              full={100}
              bars={films.map((film) => occupancyBar(film.filmId, film.name, film))}
            />
          </Panel>
          <Panel title={t('boxOfficeByFilm')}>
            {totals.boxOffice.amount === 0 ? (
              <p className="text-soft">{t('noBoxOffice')}</p>
            ) : (
              <BarList bars={films.map((film) => revenueBar(film.filmId, film.name, film))} />
            )}
          </Panel>
        </div>
      )}
      <Waiting waiting={waiting} />
      {differences.length > 0 && <Differences differences={differences} />}
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-note text-soft">{name}</dt>
      <dd className="figures text-2xl font-bold">{value}</dd>
    </div>
  )
}

type Figures = ReplyOf<typeof officeFigures>

function PeriodForm({ figures }: { figures: Figures }) {
  const t = useTexts()
  const [days, setDays] = useState({ from: figures.from, to: figures.to })
  return (
    <form method="get" className="flex flex-wrap items-end gap-near">
      <Select label={t('cinema')} name="cinema" defaultValue={figures.cinemaId}>
        {figures.cinemas.map(({ cinemaId, name }) => (
          <option key={cinemaId} value={cinemaId}>
            {name}
          </option>
        ))}
      </Select>
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(name)}
          name={name}
          value={days[name]}
          onChange={({ target }) => setDays({ ...days, [name]: target.value })}
          required
        />
      ))}
      <Button type="submit" look="quiet">
        {t('show')}
      </Button>
    </form>
  )
}

/** Numbers of subscribers of upcoming films. */
function Waiting({ waiting }: Pick<Figures, 'waiting'>) {
  const t = useTexts()
  return (
    <Panel title={t('waitingTitle')} note={t('waitingText')} className="mt-group">
      {waiting.length === 0 ? (
        <p className="text-soft">{t('nobodyWaits')}</p>
      ) : (
        <BarList
          bars={waiting.map(({ filmId, name, count }) => ({
            key: String(filmId),
            name,
            value: count,
            text: t('people', { count }),
          }))}
        />
      )}
    </Panel>
  )
}

/** Differences between our bookings and those of an external cinema system. */
function Differences({ differences }: Pick<Figures, 'differences'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Panel title={t('differencesTitle')} note={t('differencesText')} className="mt-group">
      <ul className="divide-y divide-rule">
        {differences.map(({ kind, bookingNumber, foundAt }) => (
          <li key={`${kind} ${bookingNumber}`} className="py-tight">
            <span className="figures font-semibold">{bookingNumber}</span>:{' '}
            {t(`difference-${kind}`)}
            <span className="figures block text-note text-soft">
              {formatDateTime(locale, foundAt)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
