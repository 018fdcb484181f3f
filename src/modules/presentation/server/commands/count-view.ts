import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { networkOf } from '#platform/network.ts'
import { localDay } from '../rules.ts'

/** Maximum number of visitors that one network address may add to an item per day. */
export const viewersOfAddressMax = 20

/** Maximum number of views per statement. */
const viewsPerStatementMax = 500

interface View {
  readonly day: string
  readonly now: Date
  readonly address: Buffer
  readonly viewer: Buffer
}

/** The count after the view; null when the item does not exist or its story is not shown. */
type Counted = number | null

const batchers = new WeakMap<Database, RequestBatcher<View, Counted>>()

/**
 * Counts that the caller saw an item, once per visitor and day. Resolves after the commit.
 * | @returns the count, or `NotFound`
 */
export async function countView(
  context: CallContext,
  options: { readonly itemId: number },
): Promise<Result<{ viewCount: number }, 'NotFound'>> {
  const now = context.clock.now()
  const day = localDay(now)
  const salt = await saltOf(context, day)
  const network = networkOf(context.ip)
  const view: View = {
    day,
    now,
    address: hashOf(salt, network),
    viewer: hashOf(salt, viewerOf(context, network)),
  }
  const counted = await batcherOf(context.db).submit(options.itemId, view)
  return counted === null ? fail('NotFound') : ok({ viewCount: counted })
}

function viewerOf({ actor, userAgent }: CallContext, network: string): string {
  if (actor.kind === 'customer') return `customer ${actor.customerId}`
  if (actor.kind === 'guest') return `guest ${actor.sessionId}`
  return `visitor ${network} ${userAgent}`
}

/** Eight bytes suffice to distinguish the twenty visitors that are counted per address. */
function hashOf(salt: Buffer, text: string): Buffer {
  return createHmac('sha256', salt).update(text).digest().subarray(0, 8)
}

const salts = new WeakMap<Database, { readonly day: string; readonly salt: Promise<Buffer> }>()

function saltOf(context: Context, day: string): Promise<Buffer> {
  const cached = salts.get(context.db)
  if (cached?.day === day) return cached.salt
  const salt = readSalt(context, day)
  salts.set(context.db, { day, salt })
  salt.catch(() => salts.delete(context.db))
  return salt
}

/** All processes use the first salt written on a day. */
async function readSalt({ db, random }: Context, day: string): Promise<Buffer> {
  await sql`insert into story_view_salt (day, salt) values (${day}::date, ${Buffer.from(random.bytes(32))})
    on conflict do nothing`.execute(db)
  const found = await sql<{ salt: Buffer }>`
    select salt from story_view_salt where day = ${day}::date`.execute(db)
  const [row] = found.rows
  if (!row) throw new Error(`The salt of ${day} was deleted while it was read`)
  return row.salt
}

function batcherOf(db: Database): RequestBatcher<View, Counted> {
  let batcher = batchers.get(db)
  if (!batcher) {
    batcher = createRequestBatcher<View, Counted>({
      batchMax: viewsPerStatementMax,
      run: (itemId, views) => countBatch(db, Number(itemId), views),
    })
    batchers.set(db, batcher)
  }
  return batcher
}

/**
 * Counts views of one item in one statement. For each address the row of the day is inserted or increased up to the
 * limit and returns in `added` how many views were new; their sum is added to the count. Address rows are locked first,
 * in a fixed order, then the item, so batches of two processes cannot deadlock.
 */
async function countBatch(
  db: Database,
  itemId: number,
  views: readonly View[],
): Promise<Counted[]> {
  const answers: Counted[] = []
  // A batch around midnight can contain two days.
  for (const sameDay of Map.groupBy(views, (view) => view.day).values()) {
    const count = await countOnDay(db, itemId, sameDay)
    answers.push(...sameDay.map(() => count))
  }
  return answers
}

async function countOnDay(db: Database, itemId: number, views: readonly View[]): Promise<Counted> {
  const [first] = views
  if (!first) return null
  const addresses = views.map((view) => view.address.toString('hex'))
  const viewers = views.map((view) => view.viewer.toString('hex'))
  const result = await sql<{ viewCount: number }>`
    with seen as (
      select decode(address, 'hex') as address,
        (array_agg(distinct decode(viewer, 'hex')))[1:${viewersOfAddressMax}] as viewers
      from unnest(${addresses}::text[], ${viewers}::text[]) as one (address, viewer)
      group by address
    ), item as (
      select story_item.id from story_item join story on story.id = story_item.story_id
      where story_item.id = ${itemId}
        and story.shows_from <= ${first.now} and story.shows_until > ${first.now}
    ), counted as (
      insert into story_view as old (day, item_id, address_hash, viewers, added)
      select ${first.day}::date, item.id, seen.address, seen.viewers, cardinality(seen.viewers)
      from seen, item order by seen.address
      on conflict (day, item_id, address_hash) do update set
        viewers = (old.viewers || array(
          select viewer from unnest(excluded.viewers) viewer where viewer <> all(old.viewers)
        ))[1:${viewersOfAddressMax}],
        added = least(${viewersOfAddressMax}, cardinality(old.viewers) + (
          select count(*) from unnest(excluded.viewers) viewer where viewer <> all(old.viewers)
        )) - cardinality(old.viewers)
      where cardinality(old.viewers) < ${viewersOfAddressMax}
        and not excluded.viewers <@ old.viewers
      returning added
    )
    update story_item
    set view_count = view_count + (select coalesce(sum(added), 0) from counted)
    where id in (select id from item)
    returning view_count as "viewCount"`.execute(db)
  return result.rows[0]?.viewCount ?? null
}
