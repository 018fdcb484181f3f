import type { Column, Place, Problem, RawRecord, RecordKind } from './record.ts'

/** All records of one entity. */
export interface Item {
  readonly kind: RecordKind
  /** The external key; for a price, the keys of event and ticket type joined by a slash. */
  readonly key: string
  readonly place: Place
  readonly fields: Readonly<Partial<Record<Column, string>>>
  readonly problems: Problem[]
}

const keyColumns = { show: 'show', event: 'event', price: 'ticket_type' } as const

export const keyLengthMax = 200

/** Merges the records of one entity; a contradiction is reported as a problem of the later one. */
export function groupRecords(records: readonly RawRecord[]): Item[] {
  const items = new Map<string, { item: Item; fields: Partial<Record<Column, string>> }>()
  const broken: Item[] = []
  for (const record of records) {
    const key = keyOf(record)
    if (typeof key !== 'string') {
      broken.push({ ...record, key: '', problems: [...(record.problems ?? []), key] })
      continue
    }
    const id = `${record.kind}\u0000${key}`
    const known = items.get(id)
    if (!known) {
      const fields = { ...record.fields }
      const { kind, place } = record
      items.set(id, {
        item: { kind, key, place, fields, problems: [...(record.problems ?? [])] },
        fields,
      })
      continue
    }
    known.item.problems.push(...(record.problems ?? []))
    for (const [column, value] of Object.entries(record.fields) as [Column, string][]) {
      const before = known.fields[column]
      if (before === undefined) known.fields[column] = value
      else if (before !== value)
        known.item.problems.push({
          code: 'contradiction',
          column,
          values: { first: known.item.place.at, second: record.place.at },
        })
    }
  }
  return [...[...items.values()].map(({ item }) => item), ...broken]
}

function keyOf(record: RawRecord): string | Problem {
  const column = keyColumns[record.kind]
  const own = record.fields[column]
  if (own === undefined) return { code: 'missing', column }
  if (record.kind !== 'price') return fits(own) ? own : { code: 'bad-key', column }
  const { event } = record.fields
  if (event === undefined) return { code: 'missing', column: 'event' }
  return fits(`${event}/${own}`) ? `${event}/${own}` : { code: 'bad-key', column }
}

function fits(key: string): boolean {
  // eslint-disable-next-line no-control-regex -- matches control characters in order to reject them
  return key.length <= keyLengthMax && !/[\u0000-\u001F\u007F]/.test(key)
}
