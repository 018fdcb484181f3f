/** Names of what entries of a change log are about. */
import type { RawBuilder } from 'kysely'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from './context.ts'

export interface LogName {
  /** In the caller's language. */
  readonly name: string
  /** Its page in an organiser's office; absent: it has none. */
  readonly merchantPath?: string
  /** Its page in the operator's office; absent: it has none. */
  readonly operatorPath?: string
}

/** Names things of one kind. Every module names its own. */
export interface LogNamer {
  /** The kind in the subject of an entry: `event` in `event 101`. */
  readonly kind: string
  /** Other names of the kind, such as that of its source of tickets. */
  readonly aliases?: readonly string[]
  /** By id, as entries write it; unknown ones are left out. */
  readonly readNames: (
    context: Context,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, LogName>>
  /** The organisers whose they are, by id; absent: nobody's but the shop's. */
  readonly readMerchants?: (
    context: Pick<Context, 'db'>,
    ids: readonly string[],
  ) => Promise<readonly number[]>
}

export type LogNames = Readonly<Record<string, { name: string; path: string | null }>>

const numberForm = /^[1-9]\d{0,8}$/
const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Ids that are numbers of rows; anything else in a log has no row. */
export const numbersOf = (ids: readonly string[]): number[] =>
  ids.filter((id) => numberForm.test(id)).map(Number)
/** Ids that are UUIDs. */
export const uuidsOf = (ids: readonly string[]): string[] => ids.filter((id) => uuidForm.test(id))

/** Names things that have rows. */
export function createLogNamer<Id, Row extends { readonly id: number | string }>(options: {
  readonly kind: string
  readonly aliases?: readonly string[]
  /** Those that rows can have: `numbersOf` or `uuidsOf`. */
  readonly ids: (ids: readonly string[]) => readonly Id[]
  readonly query: (ids: readonly Id[]) => RawBuilder<Row>
  /** The organisers of these; absent: nobody's but the shop's. */
  readonly merchants?: (ids: readonly Id[]) => RawBuilder<{ readonly merchantId: number | null }>
  /** Null: it has no name yet. */
  readonly present: (row: Row, locale: Locale) => LogName | null
}): LogNamer {
  const { kind, aliases = [], ids: formOf, query, merchants, present } = options
  return {
    kind,
    aliases,
    ...(merchants && {
      async readMerchants({ db }, ids) {
        const { rows } = await merchants(formOf(ids)).execute(db)
        return rows.flatMap(({ merchantId }) => merchantId ?? [])
      },
    }),
    async readNames({ db, locale }, ids) {
      const { rows } = await query(formOf(ids)).execute(db)
      return new Map(
        rows.flatMap((row) => {
          const name = present(row, locale)
          return name ? [[String(row.id), name] as const] : []
        }),
      )
    },
  }
}

/** The organisers of what these keys name, with one read per kind. */
export async function readMerchantsOf(
  context: Pick<Context, 'db'>,
  namers: readonly LogNamer[],
  keys: readonly string[],
): Promise<ReadonlySet<number>> {
  const found = await Promise.all(
    [...idsByKind(keys)].map(async ([kind, ids]) => {
      const namer = namers.find((one) => one.kind === kind || one.aliases?.includes(kind))
      return (await namer?.readMerchants?.(context, [...ids])) ?? []
    }),
  )
  return new Set(found.flat())
}

function idsByKind(keys: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const idsOf = new Map<string, Set<string>>()
  for (const key of keys) {
    const space = key.indexOf(' ')
    if (space < 0) continue
    const kind = key.slice(0, space)
    idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(key.slice(space + 1)))
  }
  return idsOf
}

/** Names by key (`event 101`), with one read per kind. Unknown things are left out. */
export async function readLogNames(
  context: Context,
  namers: readonly LogNamer[],
  { keys, office }: { readonly keys: readonly string[]; readonly office: 'merchant' | 'operator' },
): Promise<LogNames> {
  const names: Record<string, { name: string; path: string | null }> = {}
  await Promise.all(
    [...idsByKind(keys)].map(async ([kind, ids]) => {
      const namer = namers.find((one) => one.kind === kind || one.aliases?.includes(kind))
      if (!namer) return
      for (const [id, found] of await namer.readNames(context, [...ids])) {
        const path = office === 'merchant' ? found.merchantPath : found.operatorPath
        names[`${kind} ${id}`] = { name: found.name, path: path ?? null }
      }
    }),
  )
  return names
}
