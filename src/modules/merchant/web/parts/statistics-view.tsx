import { useState } from 'react'
import { DateField } from '#design/parts/date-field.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Price } from '#design/parts/price.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { ItemPicker, type PickedItem } from '#modules/entrance/web/parts/item-picker.tsx'
import { merchantAccessibleItems } from '#modules/staff/contract.ts'
import { merchantStatistics, type FiguresView, type StatisticsView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Bars, Columns, type Bar } from './bars.tsx'
import { fillDays, fillHours } from './fill-gaps.ts'
import { mergeByName } from './merge-by-name.ts'

const day = 86_400_000
/** Initial period in days. */
const daysShown = 30

/** Sales statistics, filtered by show, run or screening, and by days. */
export function StatisticsView() {
  const t = useTexts()
  const [showId, setShowId] = useState('')
  const [item, setItem] = useState<PickedItem | null>(null)
  const [dateFrom, setFrom] = useState(() => isoDay(Date.now() - (daysShown - 1) * day))
  const [dateTo, setTo] = useState(() => isoDay(Date.now()))
  const shows = useLoaded(merchantAccessibleItems, { query: { source: 'event' } })
  const query = {
    ...(item
      ? { source: item.source, itemId: String(item.itemId) }
      : showId === ''
        ? {}
        : { itemType: 'Show' as const, itemId: showId }),
    ...(dateFrom === '' ? {} : { dateFrom }),
    ...(dateTo === '' ? {} : { dateTo }),
  }
  const locale = useLocale()
  const part = useLoaded(merchantStatistics, { query })
  const search = new URLSearchParams(query).toString()
  const table = (format: string) =>
    `/v2/merchantusers/statistics/export?format=${format}&locale=${locale}&${search}`
  return (
    <div className="space-y-group">
      <div className="field-grid tablet:grid-cols-3">
        <Select
          label={t('show')}
          value={item ? '' : showId}
          onChange={({ target }) => {
            setItem(null)
            setShowId(target.value)
          }}
        >
          <option value="">{t('allItems')}</option>
          {shows.loaded.value?.items.map(({ itemId, name }) => (
            <option key={itemId} value={itemId}>
              {name}
            </option>
          ))}
        </Select>
        <DateField
          label={t('from')}
          value={dateFrom}
          max={dateTo}
          onChange={({ target }) => setFrom(target.value)}
        />
        <DateField
          label={t('until')}
          value={dateTo}
          min={dateFrom}
          onChange={({ target }) => setTo(target.value)}
        />
        <ItemPicker hasNoDates label="" anyText="" picked={item} onPicked={setItem} />
      </div>
      <LoadedPart of={part}>
        {(value) => (
          <>
            <Charts view={value} />
            <div className="mt-group flex flex-wrap gap-near">
              <LinkButton look="quiet" href={table('csv')} download>
                {t('exportCsv')}
              </LinkButton>
              <LinkButton look="quiet" href={table('xlsx')} download>
                {t('exportXlsx')}
              </LinkButton>
            </div>
          </>
        )}
      </LoadedPart>
    </div>
  )
}

function isoDay(at: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tbilisi' }).format(at)
}

function Charts({ view }: { view: StatisticsView }) {
  const t = useTexts()
  const locale = useLocale()
  const named = (at: string) => formatDate(locale, `${at}T12:00:00Z`, { timeZone: 'UTC' })
  const emptyOf = (key: string) => ({
    key,
    name: '',
    ticketCount: 0,
    sold: { ...view.totals.sold, amount: 0 },
  })
  const byDay = fillDays<Bar>(view.byDay, emptyOf).map((group) => ({
    ...group,
    name: named(group.key),
  }))
  const byHour = fillHours<Bar>(view.byHour, emptyOf).map((group) => ({
    ...group,
    name: `${group.key}:00`,
  }))
  const byZone = view.byZone.map((group) => ({ ...group, name: group.name || t('noZone') }))
  const byVisit = view.byVisit.map((group) => ({ ...group, name: group.name || t('visitUnknown') }))
  const forecast = view.forecast.map(({ day: at, ...figures }) => ({
    ...figures,
    key: at,
    name: named(at),
  }))
  return (
    <div className="grid gap-group desk:grid-cols-2">
      <Panel title={t('totals')} look="ruled" className="desk:col-span-2">
        <Totals totals={view.totals} before={view.before} />
      </Panel>
      {view.byDay.length === 0 ? (
        <EmptyState title={t('noSales')} className="desk:col-span-2" />
      ) : (
        <>
          <Panel title={t('byDay')} look="ruled">
            <Columns bars={byDay} label={t('byDay')} />
          </Panel>
          <Panel title={t('byHour')} look="ruled">
            <Columns bars={byHour} label={t('byHour')} />
          </Panel>
          <Panel title={t('byType')} look="ruled">
            <Bars bars={mergeByName(view.byType)} />
          </Panel>
          <Panel title={t('byZone')} look="ruled">
            <Bars bars={byZone} />
          </Panel>
          {byVisit.some(({ key }) => key !== '') && (
            <Panel title={t('byVisit')} note={t('byVisitNote')} look="ruled">
              <Bars bars={byVisit} />
            </Panel>
          )}
          <Panel title={t('byChannel')} look="ruled">
            <Bars bars={view.byChannel} />
          </Panel>
        </>
      )}
      {forecast.some(({ ticketCount }) => ticketCount > 0) && (
        <Panel title={t('forecast')} note={t('forecastNote')} look="ruled">
          <Bars bars={forecast} />
        </Panel>
      )}
    </div>
  )
}

function Totals({ totals, before }: { totals: FiguresView; before: FiguresView | null }) {
  const t = useTexts()
  const rows = [
    [t('columnTickets'), String(totals.ticketCount)],
    [t('columnEnded'), String(totals.endedCount)],
    [t('columnUsed'), String(totals.usedCount)],
    ...(totals.elsewhereCount > 0
      ? [[t('columnElsewhereCount'), String(totals.elsewhereCount)] as const]
      : []),
  ] as const
  const { face, discount, platformDiscount, paidByPass, ended } = totals
  const reductions = [
    [t('columnFace'), face],
    [t('columnDiscount'), discount],
    [t('columnPlatformDiscount'), platformDiscount],
    [t('columnPaidByPass'), paidByPass],
  ] as const
  // Without a reduction, what was paid is the price.
  const isReduced = discount.amount + paidByPass.amount > 0
  const amounts = [
    ...(isReduced ? reductions.filter(([, { amount }]) => amount > 0) : []),
    [t('returnedMoney'), ended] as const,
    ...(totals.elsewhereCount > 0 ? [[t('columnElsewhere'), totals.elsewhere] as const] : []),
  ]
  return (
    <>
      <p className="font-display text-3xl font-bold">
        <Price money={totals.sold} />
      </p>
      <p className="text-note text-soft">{t('soldNote')}</p>
      {before && before.sold.amount > 0 && (
        <p className="text-soft">
          {t('comparedWith', { change: changeOf(totals.sold.amount, before.sold.amount) })}
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-group gap-y-2 tablet:flex tablet:flex-wrap tablet:gap-x-part">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-note text-soft">{name}</dt>
            <dd className="figures text-lg font-semibold">{value}</dd>
          </div>
        ))}
        {amounts.map(([name, amount]) => (
          <div key={name}>
            <dt className="text-note text-soft">{name}</dt>
            <dd className="text-lg font-semibold">
              <Price money={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function changeOf(now: number, before: number): string {
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}%`
}
