/** The cells of a table, before a format writes them. */
import { defaultTimeZone } from '#kernel/format.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { minorDigitsOf } from '#kernel/minor-digits.ts'
import type { Money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import {
  headedColumns,
  type Column,
  type HeadedColumn,
  type LocalMoment,
  type Precision,
} from './column.ts'

export type Cell =
  | null
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'money'; readonly minor: number; readonly digits: number }
  | { readonly kind: 'day'; readonly day: string }
  | {
      readonly kind: 'moment'
      readonly at: Date
      /** By the clock of its place, `2026-11-21T19:30:00`, with a fraction if the moment has one. */
      readonly local: string
      readonly precision: Precision
      /** Of a local time that has come before on the night when the clocks are put back; empty for any other. */
      readonly offset: string
    }
  | { readonly kind: 'state'; readonly code: string; readonly text: string }

/** A table in one language. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly (Omit<HeadedColumn, 'heading'> & { readonly heading: string })[]
  /** Cells are made while a format writes them: a statement may have half a million rows. */
  readonly rows: Iterable<readonly Cell[]>
}

interface Table<Row> {
  readonly name: LocalizedText
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
}

export function sheetOf<Row>(locale: Locale, { name, columns, rows }: Table<Row>): Sheet {
  return {
    name: name[locale],
    columns: headedColumns(columns).map((column) => ({
      ...column,
      heading: column.heading[locale],
    })),
    rows: {
      *[Symbol.iterator]() {
        for (const row of rows) yield columns.flatMap((column) => cellsOf(column, row, locale))
      },
    },
  }
}

function cellsOf<Row>(column: Column<Row>, row: Row, locale: Locale): Cell[] {
  switch (column.kind) {
    case 'text':
      return [textCell(column.of(row))]
    case 'number': {
      const value = column.of(row) ?? null
      return [value === null ? null : { kind: 'number', value }]
    }
    case 'money':
      return moneyCells(column, column.of(row) ?? null)
    case 'day': {
      const day = column.of(row) ?? null
      return [day === null ? null : { kind: 'day', day }]
    }
    case 'moment': {
      const { precision = 'minute' } = column
      if (column.zone === 'tbilisi') {
        const at = column.of(row) ?? null
        return [at && momentCell({ at, timeZone: defaultTimeZone }, precision)]
      }
      const moment = column.of(row) ?? null
      const cell = moment && momentCell(moment, precision)
      return column.zone === 'each' ? [cell, textCell(moment?.timeZone)] : [cell]
    }
    case 'state': {
      const code = column.of(row) ?? null
      if (code === null) return [null]
      const text = column.texts[code]
      invariant(text, `a value without a text: ${column.key} ${code}`)
      return [{ kind: 'state', code, text: text[locale] }]
    }
  }
}

function textCell(text: string | null | undefined): Cell {
  return text === null || text === undefined || text === '' ? null : { kind: 'text', text }
}

function moneyCells<Row>(
  { key, currency }: Extract<Column<Row>, { kind: 'money' }>,
  money: Money | null,
): Cell[] {
  const isNamedByRow = currency === 'each' || typeof currency === 'object'
  invariant(
    isNamedByRow || money === null || money.currency === currency,
    `an amount of another currency than its heading: ${key}`,
  )
  const cell: Cell = money && {
    kind: 'money',
    minor: money.amount,
    digits: minorDigitsOf(money.currency),
  }
  return currency === 'each' ? [cell, textCell(money?.currency)] : [cell]
}

function momentCell({ at, timeZone }: LocalMoment, precision: Precision): Cell {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const plain = zoned.toPlainDateTime()
  const first = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const isSecond = first.epochMilliseconds !== zoned.epochMilliseconds
  const offset = isSecond ? zoned.offset : ''
  return { kind: 'moment', at, local: plain.toString(), precision, offset }
}

/** An amount with its decimal places, `-12.50`. */
export function amountText({ minor, digits }: Extract<Cell, { kind: 'money' }>): string {
  return (minor / 10 ** digits).toFixed(digits)
}

/** `2026-11-21 19:30`: spreadsheet programs and our own imports read it as a date with a time. */
export function momentText({
  local,
  precision,
  offset,
}: Extract<Cell, { kind: 'moment' }>): string {
  const length = { minute: 16, second: 19, exact: local.length }[precision]
  return local.replace('T', ' ').slice(0, length) + offset
}
