/**
 * The rules of the public validator (MobilityData) whose violation is an error, for the files and columns that exports have,
 * written independently of the import. Names are those of its notices.
 */
import { parse } from 'csv-parse/sync'
import {
  columnTypes,
  exclusiveKeys,
  isOfType,
  references,
  tables,
  type TableRules,
} from './gtfs-tables.ts'
import type { FeedFiles } from './feeds.ts'

interface Finding {
  readonly rule: string
  readonly file: string
  readonly line: number | null
  readonly value: string | null
}

type Row = Readonly<Record<string, string>>
type Feed = ReadonlyMap<string, readonly Row[]>
type Report = (rule: string, file: string, line?: number | null, value?: string | null) => void

export function findingsOf(files: FeedFiles): Finding[] {
  const found: Finding[] = []
  const report: Report = (rule, file, line = null, value = null) => {
    found.push({ rule, file, line, value })
  }
  const feed = new Map<string, readonly Row[]>()
  for (const [file, text] of Object.entries(files)) feed.set(file, readFile(file, text, report))
  for (const file of ['agency.txt', 'stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt'])
    if (!feed.has(file)) report('missing_required_file', file)
  if (feed.has('translations.txt') && !feed.has('feed_info.txt'))
    report('missing_required_file', 'feed_info.txt')
  checkKeys(feed, report)
  checkReferences(feed, report)
  checkPlaces(feed, report)
  checkTimes(feed, report)
  checkBlocks(feed, report)
  checkOthers(feed, report)
  return found
}

const rowsOf = (feed: Feed, file: string): readonly Row[] => feed.get(file) ?? []
const at = (row: Row | undefined, column: string): string => row?.[column] ?? ''
const lineOf = (index: number): number => index + 2

function readFile(file: string, text: string, report: Report): Row[] {
  const [headings = [], ...records] = parse(text, {
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n'],
  }) as string[][]
  const rules: TableRules = tables[file] ?? { required: [] }
  for (const column of rules.required)
    if (!headings.includes(column)) report('missing_required_column', file, 1, column)
  for (const heading of headings) {
    if (headings.indexOf(heading) !== headings.lastIndexOf(heading))
      report('duplicated_column', file, 1, heading)
    if (tables[file] && !heading.startsWith('bileti_') && !isKnown(file, heading))
      report('unknown_column', file, 1, heading)
  }
  return records.map((cells, index) => {
    const line = lineOf(index)
    if (cells.length !== headings.length) report('invalid_row_length', file, line)
    const row = Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? '']))
    for (const column of rules.required)
      if (at(row, column) === '') report('missing_required_field', file, line, column)
    for (const [column, value] of Object.entries(row)) checkCell(file, line, column, value, report)
    return row
  })
}

function isKnown(file: string, column: string): boolean {
  return columnTypes[column] !== undefined || (tables[file]?.required ?? []).includes(column)
}

function checkCell(
  file: string,
  line: number,
  column: string,
  value: string,
  report: Report,
): void {
  if (value === '') return
  if (value.includes('\ufffd')) report('invalid_character', file, line, column)
  if (/[\r\n]/.test(value)) report('new_line_in_value', file, line, column)
  if (value.trim() !== value) report('leading_or_trailing_whitespaces', file, line, column)
  const type = columnTypes[column]
  if (type !== undefined && !isOfType(type, value))
    report(`invalid_${type.rule}`, file, line, value)
}

function checkKeys(feed: Feed, report: Report): void {
  for (const [file, { key }] of Object.entries(tables)) {
    if (!key) continue
    const seen = new Set<string>()
    for (const [index, row] of rowsOf(feed, file).entries()) {
      const name = JSON.stringify(key.map((column) => at(row, column)))
      if (seen.has(name)) report(exclusiveKeys[file] ?? 'duplicate_key', file, lineOf(index), name)
      seen.add(name)
    }
  }
}

function checkReferences(feed: Feed, report: Report): void {
  for (const [file, column, ...targets] of references) {
    const known = new Set(
      targets.flatMap(([target, id]) => rowsOf(feed, target).map((row) => at(row, id))),
    )
    for (const [index, row] of rowsOf(feed, file).entries()) {
      const value = at(row, column)
      if (value !== '' && !known.has(value))
        report('foreign_key_violation', file, lineOf(index), `${column} ${value}`)
    }
  }
  checkTranslations(feed, report)
}

function checkTranslations(feed: Feed, report: Report): void {
  const file = 'translations.txt'
  const idOf = { agency: 'agency_id', stops: 'stop_id', routes: 'route_id', trips: 'trip_id' }
  const known = new Map(
    Object.entries(idOf).map(([table, id]) => [
      table,
      new Set(rowsOf(feed, `${table}.txt`).map((row) => at(row, id))),
    ]),
  )
  for (const [index, row] of rowsOf(feed, file).entries()) {
    const [ids, record] = [known.get(at(row, 'table_name')), at(row, 'record_id')]
    if (!ids) report('translation_unknown_table_name', file, lineOf(index))
    else if (record !== '' && !ids.has(record))
      report('translation_foreign_key_violation', file, lineOf(index), record)
    if ((record === '') === (at(row, 'field_value') === ''))
      report('translation_unexpected_value', file, lineOf(index))
  }
}

function checkPlaces(feed: Feed, report: Report): void {
  const agencies = rowsOf(feed, 'agency.txt')
  for (const [index, row] of agencies.entries())
    if (at(row, 'agency_timezone') !== at(agencies[0], 'agency_timezone'))
      report('inconsistent_agency_timezone', 'agency.txt', lineOf(index))
  if (agencies.length > 1)
    for (const file of ['agency.txt', 'routes.txt', 'fare_attributes.txt'])
      for (const [index, row] of rowsOf(feed, file).entries())
        if (at(row, 'agency_id') === '') report('missing_required_field', file, lineOf(index))
  for (const [index, row] of rowsOf(feed, 'routes.txt').entries())
    if (at(row, 'route_short_name') === '' && at(row, 'route_long_name') === '')
      report('route_both_short_and_long_name_missing', 'routes.txt', lineOf(index))
  const stops = new Map(rowsOf(feed, 'stops.txt').map((row) => [at(row, 'stop_id'), row]))
  for (const [index, row] of rowsOf(feed, 'stops.txt').entries()) {
    const [type, parent] = [at(row, 'location_type') || '0', at(row, 'parent_station')]
    if (type <= '2' && (at(row, 'stop_lat') === '' || at(row, 'stop_lon') === ''))
      report('stop_without_location', 'stops.txt', lineOf(index))
    if (type <= '2' && at(row, 'stop_name') === '')
      report('missing_required_field', 'stops.txt', lineOf(index), 'stop_name')
    if (type === '1' && parent !== '')
      report('station_with_parent_station', 'stops.txt', lineOf(index))
    if (type !== '1' && parent !== '' && at(stops.get(parent), 'location_type') !== '1')
      report('wrong_parent_location_type', 'stops.txt', lineOf(index))
  }
  for (const [index, row] of rowsOf(feed, 'stop_times.txt').entries())
    if (!['', '0'].includes(at(stops.get(at(row, 'stop_id')), 'location_type')))
      report('location_with_unexpected_stop_time', 'stop_times.txt', lineOf(index))
  for (const [index, row] of rowsOf(feed, 'transfers.txt').entries()) {
    const type = at(row, 'transfer_type')
    if (type === '2' && at(row, 'min_transfer_time') === '')
      report('missing_required_field', 'transfers.txt', lineOf(index), 'min_transfer_time')
    // Passengers stay seated, or do not, between trips; all others change between stops.
    const ends = type === '4' || type === '5' ? 'trip_id' : 'stop_id'
    for (const column of [`from_${ends}`, `to_${ends}`])
      if (at(row, column) === '')
        report('missing_required_field', 'transfers.txt', lineOf(index), column)
  }
}

/** Seconds; times may exceed 24 hours. */
function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}

function checkTimes(feed: Feed, report: Report): void {
  const byTrip = Map.groupBy(rowsOf(feed, 'stop_times.txt').entries(), ([, row]) =>
    at(row, 'trip_id'),
  )
  for (const times of byTrip.values()) {
    const inOrder = [...times].toSorted(
      ([, one], [, other]) => Number(at(one, 'stop_sequence')) - Number(at(other, 'stop_sequence')),
    )
    let before = 0
    for (const [place, [index, row]] of inOrder.entries()) {
      const [arrival, departure] = [at(row, 'arrival_time'), at(row, 'departure_time')]
      const isEdge = place === 0 || place === inOrder.length - 1
      if ((arrival === '') !== (departure === ''))
        report('stop_time_with_only_arrival_or_departure_time', 'stop_times.txt', lineOf(index))
      if (isEdge && arrival === '') report('missing_trip_edge', 'stop_times.txt', lineOf(index))
      if (arrival === '') continue
      if (secondsOf(arrival) < before || secondsOf(departure) < secondsOf(arrival))
        report(
          'stop_time_with_arrival_before_previous_departure_time',
          'stop_times.txt',
          lineOf(index),
        )
      before = secondsOf(departure)
    }
  }
  for (const [index, row] of rowsOf(feed, 'calendar.txt').entries())
    if (at(row, 'end_date') < at(row, 'start_date'))
      report('start_and_end_range_out_of_order', 'calendar.txt', lineOf(index))
  const often = Map.groupBy(rowsOf(feed, 'frequencies.txt').entries(), ([, row]) =>
    at(row, 'trip_id'),
  )
  for (const spans of often.values()) {
    const inOrder = [...spans].toSorted(
      ([, one], [, other]) => secondsOf(at(one, 'start_time')) - secondsOf(at(other, 'start_time')),
    )
    for (const [place, [index, row]] of inOrder.entries()) {
      if (secondsOf(at(row, 'end_time')) <= secondsOf(at(row, 'start_time')))
        report('start_and_end_range_out_of_order', 'frequencies.txt', lineOf(index))
      const earlier = place > 0 ? inOrder[place - 1]?.[1] : undefined
      if (earlier && secondsOf(at(earlier, 'end_time')) > secondsOf(at(row, 'start_time')))
        report('overlapping_frequency', 'frequencies.txt', lineOf(index))
    }
  }
}

/** The days on which each service runs, as `20261101`. */
function daysOf(feed: Feed): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>()
  const of = (id: string): Set<string> => {
    const known = days.get(id) ?? new Set<string>()
    days.set(id, known)
    return known
  }
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const compact = (date: Date): string => date.toISOString().slice(0, 10).replaceAll('-', '')
  for (const row of rowsOf(feed, 'calendar.txt')) {
    const start = at(row, 'start_date')
    const date = new Date(`${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6)}T00:00:00Z`)
    for (; compact(date) <= at(row, 'end_date'); date.setUTCDate(date.getUTCDate() + 1))
      if (at(row, names[date.getUTCDay()] ?? '') === '1')
        of(at(row, 'service_id')).add(compact(date))
  }
  for (const row of rowsOf(feed, 'calendar_dates.txt')) {
    const service = of(at(row, 'service_id'))
    if (at(row, 'exception_type') === '1') service.add(at(row, 'date'))
    else service.delete(at(row, 'date'))
  }
  return days
}

function checkBlocks(feed: Feed, report: Report): void {
  const days = daysOf(feed)
  const times = Map.groupBy(rowsOf(feed, 'stop_times.txt'), (row) => at(row, 'trip_id'))
  const spans = rowsOf(feed, 'trips.txt').flatMap((row, index) => {
    const own = (times.get(at(row, 'trip_id')) ?? []).filter(
      (one) => at(one, 'arrival_time') !== '',
    )
    const seconds = own.flatMap((one) => [
      secondsOf(at(one, 'arrival_time')),
      secondsOf(at(one, 'departure_time')),
    ])
    return at(row, 'block_id') === '' || seconds.length === 0
      ? []
      : [{ row, line: lineOf(index), from: Math.min(...seconds), until: Math.max(...seconds) }]
  })
  for (const trips of Map.groupBy(spans, ({ row }) => at(row, 'block_id')).values())
    for (const [index, one] of trips.entries())
      for (const other of trips.slice(index + 1)) {
        const [mine, theirs] = [one, other].map(({ row }) => days.get(at(row, 'service_id')))
        const isSameDay = mine && theirs && !mine.isDisjointFrom(theirs)
        if (isSameDay && one.from < other.until && other.from < one.until)
          report('block_trips_with_overlapping_stop_times', 'trips.txt', other.line)
      }
}

function checkOthers(feed: Feed, report: Report): void {
  const infos = rowsOf(feed, 'feed_info.txt')
  if (infos.length > 1) report('more_than_one_entity', 'feed_info.txt')
  const [info] = infos
  if (info && at(info, 'feed_end_date') < at(info, 'feed_start_date'))
    report('start_and_end_range_out_of_order', 'feed_info.txt', 2)
  for (const file of ['fare_products.txt', 'fare_attributes.txt'])
    for (const [index, row] of rowsOf(feed, file).entries()) {
      const currency = at(row, 'currency') || at(row, 'currency_type')
      const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
      }).resolvedOptions()
      const [, decimals = ''] = (at(row, 'amount') || at(row, 'price')).split('.')
      if (decimals.length > maximumFractionDigits)
        report('invalid_currency_amount', file, lineOf(index))
    }
}
