import { useLoaded } from '#design/data/use-loaded.ts'
import { useState } from 'react'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Price } from '#design/parts/price.tsx'
import { Select } from '#design/parts/select.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { merchantTotals, type TotalsView as View } from '../../contract.ts'
import { useTexts } from '../texts.ts'

type Row = View['items'][number]

const sourceTexts = {
  cinema: 'source-cinema',
  transport: 'source-transport',
  flight: 'source-flight',
  multipass: 'source-multipass',
} as const

/** What is sold there, in words. */
function sourceName(t: ReturnType<typeof useTexts>, source: string): string {
  const key = sourceTexts[source as keyof typeof sourceTexts]
  return key ? t(key) : source
}

/** Total sales by show. */
export function TotalsView() {
  const t = useTexts()
  const [choice, setChoice] = useState<'all' | 'over' | 'ahead'>('all')
  const query = choice === 'all' ? {} : { isArchive: choice === 'over' }
  const part = useLoaded(merchantTotals, { query })
  const columns = useColumns()
  return (
    <div className="space-y-group">
      <Select
        label={t('archive')}
        frameClassName="max-w-xs"
        value={choice}
        onChange={({ target }) => setChoice(target.value as typeof choice)}
      >
        <option value="all">{t('archiveAll')}</option>
        <option value="ahead">{t('archiveAhead')}</option>
        <option value="over">{t('archiveOver')}</option>
      </Select>
      <LoadedPart of={part}>
        {(value) => (
          <>
            <div>
              <p className="font-display text-3xl font-bold">
                <Price money={value.totals.sold} />
              </p>
              <p className="text-note text-soft">{t('soldNote')}</p>
            </div>
            <Totals rows={value.items} />
            <Table
              className="hidden tablet:block"
              caption={t('navTotals')}
              columns={columns}
              rows={value.items}
              keyOf={({ source, itemId, name }) => `${source} ${itemId} ${name}`}
              sortedBy={{ key: 'sold', isDescending: true }}
              empty={t('noSales')}
            />
          </>
        )}
      </LoadedPart>
    </div>
  )
}

/** The columns of the table; seven are wider than a tablet. */
function useColumns(): readonly Column<Row>[] {
  const t = useTexts()
  const figure = (key: 'ticketCount' | 'endedCount' | 'usedCount', title: string): Column<Row> => ({
    key,
    title,
    align: 'end',
    compare: (one, other) => one[key] - other[key],
    renderCell: (row) => <span className="figures">{row[key]}</span>,
  })
  return [
    {
      key: 'name',
      title: t('name'),
      isHeader: true,
      compare: (one, other) => one.name.localeCompare(other.name),
      renderCell: ({ source, name, itemCount }) => (
        <>
          {name}
          {source !== 'multipass' && (
            <span className="figures block text-note font-normal text-soft desk:hidden">
              {`${t('dates')}: ${itemCount}`}
            </span>
          )}
          {source !== 'event' && (
            <span className="block text-note font-normal text-soft">{sourceName(t, source)}</span>
          )}
        </>
      ),
    },
    {
      key: 'itemCount',
      title: t('dates'),
      align: 'end',
      className: 'hidden desk:table-cell',
      // Passes have no dates.
      renderCell: ({ source, itemCount }) => (
        <span className="figures">{source === 'multipass' ? '–' : itemCount}</span>
      ),
    },
    figure('ticketCount', t('columnTickets')),
    {
      key: 'sold',
      title: t('columnSold'),
      align: 'end',
      compare: (one, other) => one.sold.amount - other.sold.amount,
      renderCell: ({ sold }) => <Price money={sold} />,
    },
    {
      key: 'discount',
      title: t('columnDiscount'),
      align: 'end',
      className: 'hidden desk:table-cell',
      compare: (one, other) => one.discount.amount - other.discount.amount,
      renderCell: ({ discount }) => <Price money={discount} />,
    },
    figure('endedCount', t('columnEnded')),
    figure('usedCount', t('columnUsed')),
  ]
}

/** The same on phones, where seven columns would hide the sums; the highest sum first. */
function Totals({ rows }: { rows: readonly Row[] }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <ul className="divide-y divide-rule tablet:hidden">
      {rows
        .toSorted((one, other) => other.sold.amount - one.sold.amount)
        .map((row) => {
          const { source, itemId, name, itemCount, sold, discount } = row
          const figures = [
            source !== 'multipass' && `${t('dates')}: ${itemCount}`,
            `${t('columnTickets')}: ${row.ticketCount}`,
            discount.amount > 0 && `${t('columnDiscount')}: ${formatMoney(locale, discount)}`,
            `${t('columnEnded')}: ${row.endedCount}`,
            `${t('columnUsed')}: ${row.usedCount}`,
          ]
          return (
            <li key={`${source} ${itemId} ${name}`} className="py-near">
              <p className="flex justify-between gap-group">
                <span className="min-w-0 font-semibold break-words">{name}</span>
                <span className="shrink-0">
                  <Price money={sold} />
                </span>
              </p>
              {source !== 'event' && <p className="text-note text-soft">{sourceName(t, source)}</p>}
              <Dotted className="figures text-note text-soft" facts={figures} />
            </li>
          )
        })}
    </ul>
  )
}
