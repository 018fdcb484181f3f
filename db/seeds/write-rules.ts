/** Special rules of the demo: mutually exclusive ticket types, and places reserved for holders of a code. */
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { invariant } from '#kernel/result.ts'
import { usesPoolId, writeAccessCode, writeRule } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { insertRows } from './rows.ts'

/** The four exclusive ticket types have the ids given in the specification. */
const exclusiveTypes = [
  { id: 1_318_522, ka: 'საოჯახო სტარტი', en: 'Family start' },
  { id: 1_318_523, ka: '5 კმ', en: '5 km' },
  { id: 1_318_524, ka: '10 კმ', en: '10 km' },
  { id: 1_281_328, ka: 'ნახევარმარათონი', en: 'Half marathon' },
]

export async function writeRules(context: Context): Promise<void> {
  await writeExclusiveTypes(context)
  await writeReservedPlaces(context)
}

async function writeExclusiveTypes(context: Context): Promise<void> {
  const event = await nextEventOf(context, 'night-run')
  const [first] = await context.db
    .selectFrom('ticket_type')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('pool_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .execute()
  invariant(first, 'the night run sells places without numbers')
  const rows = exclusiveTypes.map(({ id, ka, en }, index) => ({
    id,
    event_id: event.id,
    merchant_id: first.merchant_id,
    name: { ka, en },
    pool_id: first.pool_id,
    price_minor: first.price_minor,
    position: 10 + index,
  }))
  await insertRows(context.db, 'ticket_type', rows)
  const exclusive = [exclusiveTypes.map(({ id }) => id)]
  await rule(context, 'ticket-type-groups', event.id, { isOneEach: true, exclusive })
}

/** The code is `BILETI-CLUB`. */
async function writeReservedPlaces(context: Context): Promise<void> {
  const event = await nextEventOf(context, 'boxing-night')
  const placeIds = Array.from({ length: 40 }, (_, index) => index + 1)
  await rule(context, 'access-code', event.id, { keeps: 'parts', placeIds })
  const pools = [{ poolId: usesPoolId, capacity: 40 }]
  const written = await writeAccessCode(context, {
    code: 'BILETICLUB',
    showId: null,
    source: null,
    groupId: null,
    itemId: null,
    eventId: event.id,
    ticketTypeIds: null,
    zones: null,
    sectionIds: null,
    placeIds: null,
    isActive: true,
    validFrom: null,
    validUntil: null,
    quantity: 40,
    perOrderMax: 4,
    note: 'Demo',
    offeringId: await createOffering(context, { placeCount: 0, pools }),
  })
  invariant(written.ok, 'the demo has its code')
}

async function rule(
  context: Context,
  kind: 'ticket-type-groups' | 'access-code',
  eventId: number,
  settings: object,
): Promise<void> {
  const written = await writeRule(context, {
    kind,
    showId: null,
    source: null,
    groupId: null,
    itemId: null,
    eventId,
    categoryId: null,
    settings,
    isActive: true,
    validFrom: null,
    validUntil: null,
    note: 'Demo',
  })
  invariant(written.ok, 'a rule of the demo fits its kind')
}

async function nextEventOf(context: Context, slug: string): Promise<{ id: number }> {
  const event = await context.db
    .selectFrom('event')
    .innerJoin('show', 'show.id', 'event.show_id')
    .select('event.id')
    .where('show.slug', '=', slug)
    .where('event.starts_at', '>', context.clock.now())
    .orderBy('event.starts_at')
    .limit(1)
    .executeTakeFirst()
  invariant(event, `the demo has a date of ${slug} to come`)
  return event
}
