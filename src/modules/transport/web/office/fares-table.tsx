import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { Select } from '#design/parts/select.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import { isCurrency } from '#kernel/currencies.ts'
import { hasSearchWords } from '#kernel/search-words.ts'
import type { FareCellView, readFares } from '../../fares-contract.ts'
import { useTexts } from '../office-texts.ts'
import { majorText } from './money-text.ts'

type Fares = ReplyOf<typeof readFares>
type Row = Fares['rows'][number]

/** Identifies the field of a destination and a class. */
export const fareKey = (toStopId: number, classId: number): string => `${toStopId} ${classId}`

/** The destinations whose names contain every word of a search. */
export function findRows({ rows }: Fares, search: string): Row[] {
  return rows.filter(({ name }) => hasSearchWords(name, search))
}

/** From so many destinations on, one is searched by name. */
const rowsWithSearch = 8

interface FaresTableProps {
  readonly fares: Fares
  /** Text of the search. */
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Changed fields by `fareKey`. */
  readonly typed: ReadonlyMap<string, string>
  readonly onTyped: (key: string, text: string) => void
}

/** The first class that has fares here; of a line without fares the first one. */
function classWithFares({ classes, rows }: Fares): number | undefined {
  const sold = rows.flatMap(({ cells }) => cells.filter(({ adultMinor }) => adultMinor !== null))
  const found = classes.find(({ classId }) => sold.some((cell) => cell.classId === classId))
  return (found ?? classes[0])?.classId
}

/**
 * A row for each destination and a column for each class; phones show one class at a time. Below each field is the price of
 * the selected passenger.
 */
export function FaresTable({ fares, search, onSearch, typed, onTyped }: FaresTableProps) {
  const t = useTexts()
  const { classes, riders, rows, stops, fromStopId } = fares
  const [rider, setRider] = useState(riders[0]?.code ?? '')
  const [classOnPhone, setClassOnPhone] = useState(() => classWithFares(fares))
  const from = stops.find(({ stopId }) => stopId === fromStopId)?.name ?? ''
  const columns: Column<Row>[] = [
    { key: 'to', title: t('fareTo'), isHeader: true, renderCell: ({ name }) => name },
    ...classes.map(({ classId, name }): Column<Row> => ({
      key: String(classId),
      title: <span className="whitespace-normal">{name}</span>,
      ...(classId !== classOnPhone && { className: 'hidden tablet:table-cell' }),
      renderCell: ({ toStopId, name: to, cells }) => {
        const cell = cells.find((one) => one.classId === classId)
        if (!cell) return null
        const key = fareKey(toStopId, classId)
        return (
          <>
            <TextField
              label={t('fareCell', { name, to })}
              isLabelHidden
              inputMode="decimal"
              // Five classes fit a tablet.
              frameClassName="w-24 tablet:w-20 desk:w-24"
              className="figures tablet:px-2 desk:px-3.5"
              value={typed.get(key) ?? majorText(cell.adultMinor, cell.currency)}
              onChange={({ target }) => onTyped(key, target.value)}
            />
            <UnderField cell={cell} rider={rider} />
          </>
        )
      },
    })),
  ]
  return (
    <div className="space-y-near">
      <div className="flex flex-wrap items-end gap-near">
        {rows.length >= rowsWithSearch && (
          <TextField
            label={t('fareSearch')}
            type="search"
            frameClassName="w-full max-w-80"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            // The form is sent with its own button only.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        {classes.length > 1 && (
          <Select
            label={t('fareClass')}
            frameClassName="w-full max-w-80 tablet:hidden"
            value={classOnPhone}
            onChange={({ target }) => setClassOnPhone(Number(target.value))}
          >
            {classes.map(({ classId, name }) => (
              <option key={classId} value={classId}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Select
          label={t('fareRider')}
          frameClassName="w-full max-w-80"
          value={rider}
          onChange={({ target }) => setRider(target.value)}
        >
          {riders.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Table
        caption={t('fareTable', { from })}
        isCaptionShown
        columns={columns}
        rows={findRows(fares, search)}
        keyOf={({ toStopId }) => toStopId}
        empty={<output className="block">{t('fareNotFound')}</output>}
      />
    </div>
  )
}

function UnderField({ cell, rider }: { cell: FareCellView; rider: string }) {
  const t = useTexts()
  const locale = useLocale()
  const price = cell.riders.find(({ code }) => code === rider)?.priceMinor
  const now = [
    price !== undefined && amountOf(locale, price, cell.currency),
    cell.isOwn && t('fareOwn'),
  ].filter(Boolean)
  return (
    <div className="figures text-note text-soft">
      {now.length > 0 && <p className="mt-0.5">{now.join(' · ')}</p>}
      {cell.later.map(({ from, priceMinor }) => (
        <p key={from}>
          {t('fareLater', {
            date: from === null ? '' : formatDate(locale, `${from}T12:00:00Z`),
            price: amountOf(locale, priceMinor, cell.currency),
          })}
        </p>
      ))}
    </div>
  )
}

/** An amount of a fare in its currency. */
export function amountOf(locale: 'ka' | 'en', amount: number, currency: string): string {
  return formatMoney(locale, { amount, currency: isCurrency(currency) ? currency : 'GEL' })
}
