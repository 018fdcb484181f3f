/** Content and accounts that the callers of the hostile walk need. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { password, passwordHash } from './accounts.ts'
import { onePixel } from './office.ts'
import { expectOk } from './purchases.ts'
import type { HostileShop } from './shop.ts'

/** Creates a current story and a campaign page; returns the id of the story's item. */
export async function makeStory({ context: { db } }: HostileShop): Promise<number> {
  const words = JSON.stringify({ ka: 'ამბავი', en: 'Story' })
  const story = await db
    .insertInto('story')
    .values({ slug: 'walk', title: words, cover_path: '/media/walk.webp', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await db
    .insertInto('story_item')
    .values({
      story_id: story.id,
      position: 1,
      image_path: '/media/walk.webp',
      title: words,
      text: words,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('campaign')
    .values({ path: '/walk', title: words, summary: words, content: '{}' })
    .execute()
  return item.id
}

/** Moves the event to yesterday. */
export async function moveToYesterday(shop: HostileShop, { eventId }: MadeEvent): Promise<void> {
  const starts_at = new Date(shop.context.clock.now().getTime() - 86_400_000)
  const { db } = shop.context
  await db.updateTable('event').set({ starts_at }).where('id', '=', eventId).execute()
}

/** The digest of a picture for the home page. */
export async function sentPicture(shop: HostileShop): Promise<string> {
  const sent = await shop.post(
    '/v2/operator/front-pictures',
    { picture: onePixel },
    await shop.operator(),
  )
  return String(sent.body.url).split('/').at(-1) ?? ''
}

export async function savedSearch(shop: HostileShop, token: string): Promise<number> {
  await expectOk(shop.post('/v2/shows/search/save?keyword=jazz', {}, token))
  const row = await shop.context.db
    .selectFrom('saved_search')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

/** A visitor admitted from a show's queue. */
export async function inLine(shop: HostileShop) {
  const { showId } = await shop.event()
  const waitingRoomToken = shop.context.random.uuid()
  const now = shop.context.clock.now()
  const { db } = shop.context
  const room = await db
    .insertInto('waiting_room')
    .values({ source: 'event', group_id: showId, admitted_max: 1, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('waiting_room_token')
    .values({
      waiting_room_id: room.id,
      token_hash: createHash('sha256').update(waitingRoomToken).digest(),
      joined_at: now,
      seen_at: now,
      // Admitted already, so that reading changes nothing.
      admitted_at: now,
      admitted_until: new Date(now.getTime() + 900_000),
    })
    .execute()
  const { rows } = await sql<{ id: number }>`
    insert into waiting_room_suspect (waiting_room_id, device_key, network_key, reasons, first_at, last_at)
    values (${room.id}, 1, 1, '{trap-link}', ${now}, ${now}) returning id`.execute(db)
  return { showId, waitingRoomToken, queueId: room.id, suspectId: rows[0]?.id }
}

let accountNumber = 0

/** An active account, and a key that would activate another. */
export async function account(shop: HostileShop) {
  accountNumber += 1
  const activation = async (email: string) => {
    const key = shop.context.random.uuid()
    await shop.context.db
      .insertInto('account_key')
      .values({
        key_hash: createHash('sha256').update(key).digest(),
        purpose: 'activation',
        email,
        expires_at: new Date(shop.context.clock.now().getTime() + 3_600_000),
      })
      .execute()
    return key
  }
  const email = `walker-${accountNumber}@example.com`
  const passwords = { password, confirmPassword: password }
  const { db, random, clock } = shop.context
  await db
    .insertInto('customer')
    .values({
      id: random.uuid(),
      email,
      password_hash: await passwordHash(),
      activated_at: clock.now(),
    })
    .execute()
  const key = await activation(`new-${email}`)
  return { email, name: 'Nino', key, ...passwords }
}
