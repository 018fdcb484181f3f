/** Parses a cell of a feed to its value, or to the code of the error. */
import type { z } from 'zod'
import type { NoticeCode } from '../../notice-codes.ts'
import type { ColumnType } from './tables.ts'

export type Cell = { readonly value: string | number } | { readonly code: NoticeCode }

const secondsMax = 240 * 3_600
/** A price in major units. */
const amountMax = 20_000_000

export function parseCell(type: ColumnType, text: string): Cell {
  if (typeof type === 'object') {
    if ('most' in type) return parseAmong(text, type.most)
    if ('among' in type)
      return type.among.includes(text) ? { value: text } : { code: 'invalid_own_value' }
    return parseJson(type.json, text)
  }
  switch (type) {
    case 'text':
      return { value: text }
    case 'time':
      return parseTime(text)
    case 'date':
      return parseDate(text)
    case 'integer':
      return parseInteger(text)
    case 'signed':
      return text.startsWith('-') ? negated(parseInteger(text.slice(1))) : parseInteger(text)
    case 'number':
      return parseNumber(text, 0, 1_000_000)
    case 'amount':
      return parseNumber(text, -amountMax, amountMax)
    case 'latitude':
      return parseNumber(text, -90, 90)
    case 'longitude':
      return parseNumber(text, -180, 180)
    case 'zone':
      return isZone(text) ? { value: text } : { code: 'invalid_timezone' }
    case 'color':
      return /^[0-9a-f]{6}$/i.test(text) ? { value: text } : { code: 'invalid_color' }
    case 'currency':
      return /^[A-Z]{3}$/.test(text) ? { value: text } : { code: 'invalid_currency' }
  }
}

function negated(cell: Cell): Cell {
  return 'value' in cell ? { value: -Number(cell.value) } : cell
}

function parseJson(shape: z.ZodType, text: string): Cell {
  try {
    return shape.safeParse(JSON.parse(text)).success
      ? { value: text }
      : { code: 'invalid_own_value' }
  } catch {
    return { code: 'invalid_own_value' }
  }
}

/** Seconds of the service day; may exceed 24 hours. */
function parseTime(text: string): Cell {
  const match = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text)
  if (!match) return { code: 'invalid_time' }
  const seconds = Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3])
  return seconds <= secondsMax ? { value: seconds } : { code: 'invalid_time' }
}

function parseDate(text: string): Cell {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!match) return { code: 'invalid_date' }
  const iso = `${match[1]}-${match[2]}-${match[3]}`
  const time = Date.parse(iso)
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
  return isReal ? { value: iso } : { code: 'invalid_date' }
}

function parseInteger(text: string): Cell {
  if (!/^\+?\d{1,9}$/.test(text))
    return { code: /^-\d+$/.test(text) ? 'number_out_of_range' : 'invalid_integer' }
  return { value: Number(text) }
}

function parseNumber(text: string, least: number, most: number): Cell {
  if (!/^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(text)) return { code: 'invalid_float' }
  const value = Number(text)
  return value >= least && value <= most ? { value } : { code: 'number_out_of_range' }
}

function parseAmong(text: string, most: number): Cell {
  if (!/^\d{1,4}$/.test(text)) return { code: 'invalid_integer' }
  return Number(text) <= most ? { value: Number(text) } : { code: 'unexpected_enum_value' }
}

const zones = new Map<string, boolean>()

function isZone(text: string): boolean {
  let known = zones.get(text)
  if (known === undefined) {
    try {
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
      known = /^[A-Za-z]/.test(text)
    } catch {
      known = false
    }
    if (zones.size < 1_000) zones.set(text, known)
  }
  return known
}
