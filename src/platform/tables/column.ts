/** Columns of tables that people download. Each is declared once; `table-file.ts` writes CSV, XLSX and JSON from them. */
import type { Currency } from '#kernel/currencies.ts'
import { defaultTimeZone } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Money } from '#kernel/money.ts'

/** An instant by the clock of a place. */
export interface LocalMoment {
  readonly at: Date
  readonly timeZone: string
}

interface Named {
  /** The name in JSON. */
  readonly key: string
  readonly label: LocalizedText
}

/** Minutes if absent; `exact` is for tables that are read back. */
export type Precision = 'minute' | 'second' | 'exact'

/** The key of a column. */
interface InColumn {
  readonly in: string
}

type Read<Row, Value> = (row: Row) => Value | null | undefined

export type Column<Row> =
  | (Named & { readonly kind: 'text'; readonly of: Read<Row, string> })
  | (Named & { readonly kind: 'number'; readonly of: Read<Row, number> })
  | (Named & {
      readonly kind: 'money'
      /**
       * The one of all rows, named in the heading; `each`: a column beside it names that of the row; `in`: the key of a column
       * that names it already.
       */
      readonly currency: Currency | 'each' | InColumn
      readonly of: Read<Row, Money>
    })
  /** A calendar day, `2026-11-21`. */
  | (Named & { readonly kind: 'day'; readonly of: Read<Row, string> })
  | (Named & {
      readonly kind: 'moment'
      /**
       * By the clock of Tbilisi, named in the heading; `each`: a column beside it names the time zone of the row; `in`: the
       * key of a column that names it already.
       */
      readonly zone: 'tbilisi'
      readonly precision?: Precision
      readonly of: Read<Row, Date>
    })
  | (Named & {
      readonly kind: 'moment'
      readonly zone: 'each' | InColumn
      readonly precision?: Precision
      readonly of: Read<Row, LocalMoment>
    })
  /** A value of a list. Every one has a text; the code is in JSON. */
  | (Named & {
      readonly kind: 'state'
      readonly texts: Readonly<Record<string, LocalizedText>>
      readonly of: Read<Row, string>
    })

/** Labels from the texts of a module in both languages. */
export function labelsOf<Key extends string>(
  ka: Readonly<Record<Key, string>>,
  en: Readonly<Record<Key, string>>,
): (key: Key) => LocalizedText {
  return (key) => ({ ka: ka[key], en: en[key] })
}

/** The texts of all values of a list. */
export function stateTexts<State extends string, Key extends string>(
  keys: Readonly<Record<State, Key>>,
  label: (key: Key) => LocalizedText,
): Readonly<Record<State, LocalizedText>> {
  const entries = Object.entries<Key>(keys).map(([state, key]) => [state, label(key)])
  return Object.fromEntries(entries) as Record<State, LocalizedText>
}

const lari: LocalizedText = { ka: 'ლარი', en: 'GEL' }
const tbilisiTime: LocalizedText = { ka: 'თბილისის დრო', en: 'Tbilisi time' }
const besideMoney: LocalizedText = { ka: 'ვალუტა', en: 'Currency' }
const besideMoment: LocalizedText = { ka: 'დროის სარტყელი', en: 'Time zone' }

/** A column as readers see it: those with a currency or a time zone of each row are followed by a column that names it. */
export interface HeadedColumn {
  readonly key: string
  readonly kind: Column<never>['kind']
  readonly heading: LocalizedText
  /** Of all rows, or the key of the column that names it. */
  readonly currency?: string
  readonly zone?: string
}

export function headedColumns<Row>(columns: readonly Column<Row>[]): HeadedColumn[] {
  return columns.flatMap((column): HeadedColumn[] => {
    const { key, kind, label } = column
    if (kind === 'money') {
      const { currency } = column
      if (typeof currency === 'object')
        return [{ key, kind, heading: label, currency: currency.in }]
      if (currency !== 'each')
        return [{ key, kind, heading: withUnit(label, nameOfCurrency(currency)), currency }]
      const beside = currencyKey(key)
      return [
        { key, kind, heading: label, currency: beside },
        { key: beside, kind: 'text', heading: besideOf(label, besideMoney) },
      ]
    }
    if (kind === 'moment') {
      if (typeof column.zone === 'object')
        return [{ key, kind, heading: label, zone: column.zone.in }]
      if (column.zone !== 'each')
        return [{ key, kind, heading: withUnit(label, tbilisiTime), zone: defaultTimeZone }]
      const zoneKey = `${key}Zone`
      return [
        { key, kind, heading: label, zone: zoneKey },
        { key: zoneKey, kind: 'text', heading: besideOf(label, besideMoment) },
      ]
    }
    return [{ key, kind, heading: label }]
  })
}

/** The key of the column beside an amount that names its currency. */
export function currencyKey(key: string): string {
  return `${key}Currency`
}

function nameOfCurrency(currency: Currency): LocalizedText {
  return currency === 'GEL' ? lari : { ka: currency, en: currency }
}

function withUnit(label: LocalizedText, unit: LocalizedText): LocalizedText {
  return { ka: `${label.ka}, ${unit.ka}`, en: `${label.en}, ${unit.en}` }
}

/** Several such columns of a table need different headings. */
function besideOf(label: LocalizedText, name: LocalizedText): LocalizedText {
  return {
    ka: `${label.ka}: ${name.ka.toLowerCase()}`,
    en: `${label.en}: ${name.en.toLowerCase()}`,
  }
}
