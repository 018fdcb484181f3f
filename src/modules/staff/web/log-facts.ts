/** Values of a log entry in words: pure. */
import { formatDateTime, formatMoney, formatPercent } from '#kernel/format.ts'
import { formatNumber } from '#kernel/texts.ts'
import type { Locale } from '#kernel/locale.ts'

/** A message by its key; the key itself when there is none. */
type Say = (key: string) => string

interface LogFact {
  readonly name: string
  readonly value: string
}

/** Items of a list that are shown; the rest is counted. */
const listedMax = 12
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** The fields of one side of a change, each with its name and value as a reader says them. */
export function factsInWords(
  facts: Readonly<Record<string, unknown>>,
  locale: Locale,
  say: Say,
): LogFact[] {
  return Object.entries(facts).map(([name, value]) => ({
    name: nameOf(name, say),
    value: valueOf(name, value, locale, say),
  }))
}

function nameOf(field: string, say: Say): string {
  const key = `fact-${field}`
  const words = say(key)
  // A field without a text is named by its own words: `salesCloseAt` is "sales close at".
  return words === key ? field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : words
}

function valueOf(field: string, value: unknown, locale: Locale, say: Say): string {
  if (value === null || value === undefined || value === '') return say('fact-none')
  if (typeof value === 'boolean') return say(value ? 'fact-yes' : 'fact-no')
  if (typeof value === 'number') return numberOf(field, value, locale)
  if (typeof value === 'string') return textOf(field, value, locale, say)
  if (Array.isArray(value)) return listOf(field, value, locale, say)
  return factsInWords(value as Readonly<Record<string, unknown>>, locale, say)
    .map((fact) => `${fact.name}: ${fact.value}`)
    .join(', ')
}

function numberOf(field: string, value: number, locale: Locale): string {
  if (field.endsWith('Minor')) return formatMoney(locale, { amount: value, currency: 'GEL' })
  return field.endsWith('BasisPoints') ? formatPercent(locale, value) : formatNumber(locale, value)
}

function textOf(field: string, value: string, locale: Locale, say: Say): string {
  if (instantForm.test(value) && !Number.isNaN(Date.parse(value)))
    return formatDateTime(locale, value)
  const key = `${field}-${value}`
  const words = say(key)
  return words === key ? value : words
}

function listOf(field: string, values: readonly unknown[], locale: Locale, say: Say): string {
  if (values.length === 0) return say('fact-none')
  const shown = values.slice(0, listedMax).map((one) => valueOf(field, one, locale, say))
  const rest = values.length - shown.length
  return rest > 0 ? `${shown.join(', ')} … +${rest}` : shown.join(', ')
}
