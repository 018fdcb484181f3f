/** Values of a log entry in words: pure. */
import {
  formatDate,
  formatDateTime,
  formatMajor,
  formatMoney,
  formatPercent,
} from '#kernel/format.ts'
import { formatNumber } from '#kernel/texts.ts'
import type { LogNamesView } from '#contract/fields.ts'
import { keyOfFact, keyOfItem } from '#kernel/log-keys.ts'
import type { Locale } from '#kernel/locale.ts'
import { subjectInWords, type Say } from './log-subject.ts'

interface LogFact {
  readonly name: string
  readonly value: string
}

/** Items of a list that are shown; the rest is counted. */
const listedMax = 12
const dayForm = /^20\d\d-\d\d-\d\d$/
/** A price in lari, as it is typed in the editor of a show. */
const typedPriceForm = /^\d{1,7}(?:[.,]\d{1,2})?$/
/** A date and a time by the clock of the venue, as they are typed in the editor of a show. */
const wallForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What all values of an entry are written with. */
interface Words {
  readonly locale: Locale
  readonly say: Say
  readonly names: LogNamesView
}

/**
 * The fields of one side of a change, each with its name and value as a reader says them. Left out: keys of rows that have
 * no name, and what is not set, unless the other side has it.
 */
export function factsInWords(
  facts: Readonly<Record<string, unknown>>,
  words: Words,
  other: Readonly<Record<string, unknown>> = facts,
): LogFact[] {
  return Object.entries(facts)
    .filter(([name, value]) => Object.hasOwn(other, name) || !isNotSet(value))
    .filter(([name, value]) => !isNamelessKey(name, value, words.names))
    .map(([name, value]) => ({
      name: nameOf(name, words.say),
      value: valueOf(name, value, words),
    }))
}

function isNamelessKey(field: string, value: unknown, names: LogNamesView): boolean {
  if (typeof value !== 'string' || !uuidForm.test(value)) return false
  const thing = keyOfFact(field, value)
  return thing === null || !Object.hasOwn(names, thing)
}

/** Nothing, or a text that is empty in both languages. */
function isNotSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || isEmptyList(value)) return true
  const texts = textsOf(value)
  return texts !== null && texts.ka === '' && texts.en === ''
}

/** A text in both languages; null for any other value. */
function textsOf(value: unknown): { readonly ka: unknown; readonly en: unknown } | null {
  if (typeof value !== 'object' || value === null) return null
  const { ka, en, ...others } = value as Readonly<Record<string, unknown>>
  const isText = ka !== undefined && en !== undefined && Object.keys(others).length === 0
  return isText ? { ka, en } : null
}

function nameOf(field: string, say: Say): string {
  const key = `fact-${field}`
  const words = say(key)
  // A field without a text is named by its own words: `salesCloseAt` is "sales close at".
  return words === key ? field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : words
}

function valueOf(field: string, value: unknown, words: Words): string {
  const { locale, say } = words
  if (value === null || value === undefined || value === '') return say('fact-none')
  if (typeof value === 'boolean') return say(value ? 'fact-yes' : 'fact-no')
  if (Array.isArray(value)) return listOf(field, value, words)
  const thing = keyOfFact(field, value)
  // The field says which kind it is; a sold item does not.
  if (thing !== null && Object.hasOwn(words.names, thing)) return words.names[thing]?.name ?? ''
  if (typeof value === 'number') return numberOf(field, value, locale)
  if (typeof value === 'string') return textOf(field, value, locale, say)
  const texts = textsOf(value)
  if (texts !== null) return valueOf(field, texts[locale] || texts.ka || texts.en, words)
  const item = keyOfItem(value)
  if (item !== null) {
    const { kind, name } = subjectInWords(item, words)
    return name === null ? kind : say('logNamed', { kind, name })
  }
  const parts = factsInWords(partsOf(value as Readonly<Record<string, unknown>>), words)
  if (parts.length === 0) return say('fact-none')
  return parts.map((fact) => `${fact.name}: ${fact.value}`).join(', ')
}

/** The fields of one of several things: without the key that the pages use and without what is not set. */
function partsOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isSet = (part: unknown) => part !== null && part !== '' && !isEmptyList(part)
  return Object.fromEntries(
    Object.entries(value).filter(([field, part]) => field !== 'key' && isSet(part)),
  )
}

function isEmptyList(part: unknown): boolean {
  return Array.isArray(part) && part.length === 0
}

function numberOf(field: string, value: number, locale: Locale): string {
  if (field.endsWith('Minor')) return formatMoney(locale, { amount: value, currency: 'GEL' })
  return field.endsWith('BasisPoints') ? formatPercent(locale, value) : formatNumber(locale, value)
}

function textOf(field: string, value: string, locale: Locale, say: Say): string {
  if (field === 'price' && typedPriceForm.test(value))
    return formatMajor(locale, Number(value.replace(',', '.')))
  if (wallForm.test(value)) return formatDateTime(locale, `${value}Z`, 'UTC')
  if (instantForm.test(value) && !Number.isNaN(Date.parse(value)))
    return formatDateTime(locale, value)
  if (dayForm.test(value)) return formatDate(locale, `${value}T12:00:00Z`, { year: true })
  const key = `${field}-${value}`
  const words = say(key)
  return words === key ? value : words
}

function listOf(field: string, values: readonly unknown[], words: Words): string {
  if (values.length === 0) return words.say('fact-none')
  const shown = values.slice(0, listedMax).map((one) => valueOf(field, one, words))
  const rest = values.length - shown.length
  return rest > 0 ? `${shown.join(', ')} … +${rest}` : shown.join(', ')
}
