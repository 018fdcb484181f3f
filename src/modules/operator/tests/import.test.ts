import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { fingerprint } from '../../../../tests/hostile/fingerprint.ts'
import { importCatalogue } from '../server/commands/import-catalogue.ts'
import { csv, json, openOperatorEnv, problemsOf, type OperatorEnv } from './support.ts'

/**
 * Goal: a file becomes the programme it describes, completely or not at all, and never affects sold tickets. Method:
 * small files of every format on a real database; the resulting rows are compared.
 */
let env: OperatorEnv
beforeAll(async () => {
  env = await openOperatorEnv()
})
afterAll(() => env.close())

/** A whole programme in one table: a show with two dates, without a seat map. */
function programme(prefix: string, changes: { price?: string; room?: number } = {}) {
  const { price = '25,50', room = 100 } = changes
  const { subcategory, organiser, venue } = env
  return csv(
    'programme.csv',
    '\uFEFFშოუ;დასახელება;ქვეკატეგორია;ორგანიზატორი;ღონისძიება;დარბაზი;დაწყება;ბილეთის ტიპი;რაოდენობა;ფასი',
    `${prefix};ზაფხულის "ღამე";${subcategory};${organiser};${prefix}-1;${venue};05.03.2027 20:00;ჩვეულებრივი;${room};${price}`,
    `${prefix};ზაფხულის "ღამე";;;${prefix}-1;${venue};05.03.2027 20:00;VIP;20;80`,
    `${prefix};ზაფხულის "ღამე";;;${prefix}-2;${venue};2027-03-06T20:00:00+04:00;ჩვეულებრივი;100;30`,
  )
}

async function eventsOf(prefix: string) {
  const { rows } = await sql<{
    key: string
    id: number
    offeringId: number
    startsAt: Date
    least: number
    most: number
  }>`
    select reference.key, event.id, offering_id as "offeringId", starts_at as "startsAt",
      min_price_minor as least, max_price_minor as most
    from external_reference reference join event on event.id = reference.subject_id
    where reference.kind = 'event' and reference.key like ${`${prefix}-%`} order by reference.key`.execute(
    env.context.db,
  )
  return rows
}

async function poolsOf(offeringId: number) {
  return env.context.db
    .selectFrom('pool_leg')
    .select(['pool_id', 'capacity', 'taken'])
    .where('offering_id', '=', offeringId)
    .orderBy('pool_id')
    .execute()
}

describe('a table', () => {
  test('with Georgian headings, a byte order mark, semicolons and decimal commas is imported', async () => {
    const plan = await env.apply(programme('summer'))
    expect(plan.counts).toEqual({ new: 6, changed: 0, unchanged: 0, bad: 0 })
    const [first, second] = await eventsOf('summer')
    // 20:00 in Tbilisi; the platform's fee would be five per cent, but this organiser has none.
    expect(first).toMatchObject({
      startsAt: new Date('2027-03-05T16:00:00Z'),
      least: 2_550,
      most: 8_000,
    })
    expect(second).toMatchObject({ startsAt: new Date('2027-03-06T16:00:00Z'), least: 3_000 })
    expect(await poolsOf(first!.offeringId)).toEqual([
      { pool_id: 1, capacity: 100, taken: 0 },
      { pool_id: 2, capacity: 20, taken: 0 },
    ])
    const show = await env.context.db
      .selectFrom('show')
      .selectAll()
      .where('slug', '=', 'zapkhulis-ghame')
      .executeTakeFirstOrThrow()
    expect(show.name).toEqual({ ka: 'ზაფხულის "ღამე"', en: 'ზაფხულის "ღამე"' })
    expect(show.search_text).toContain('zaphulis')
    const offering = await env.context.db
      .selectFrom('offering')
      .select(['sales_close_at', 'places_per_order_max'])
      .where('id', '=', first!.offeringId)
      .executeTakeFirstOrThrow()
    expect(offering).toEqual({ sales_close_at: first!.startsAt, places_per_order_max: 10 })
  })

  test('writes nothing when checked, and changes nothing when imported again', async () => {
    await env.apply(programme('twice'))
    const before = await fingerprint(env.context.db)
    const again = await env.plan(programme('twice'))
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 6, bad: 0 })
    await env.plan(programme('never'))
    expect(await fingerprint(env.context.db)).toBe(before)
    await env.apply(programme('twice'))
    const log = await sql`select count(*)::int as count from operator_log`.execute(env.context.db)
    expect(log.rows).toEqual([{ count: expect.any(Number) }])
    await sql`alter table operator_log disable trigger all`.execute(env.context.db)
    await sql`delete from operator_log where id = (select max(id) from operator_log)`.execute(
      env.context.db,
    )
    await sql`alter table operator_log enable trigger all`.execute(env.context.db)
    expect(await fingerprint(env.context.db)).toBe(before)
  })

  test('can be split into several files, and changes only what it names', async () => {
    await env.apply(programme('parts'))
    const prices = csv('prices.csv', 'event,ticket_type,price', 'parts-1,VIP,95.5')
    const plan = await env.plan(prices)
    expect(plan.report.filter((item) => item.action === 'changed')).toMatchObject([
      {
        kind: 'price',
        key: 'parts-1/VIP',
        changes: [{ column: 'price', from: '80.00', to: '95.50' }],
      },
    ])
    await env.apply(prices)
    const [first, second] = await eventsOf('parts')
    expect([first!.least, first!.most, second!.most]).toEqual([2_550, 9_550, 3_000])
    const shows = csv('shows.csv', 'show,show_name_en,age_limit', 'parts,Parts,12')
    const { report } = await env.apply(shows)
    expect(report.flatMap((item) => item.changes.map(({ column }) => column))).toEqual([
      'show_name_en',
      'age_limit',
    ])
  })

  test('reports every problem by line and column, and applies nothing', async () => {
    const { subcategory, organiser, venue } = env
    const file = csv(
      'bad.csv',
      'show,show_name_ka,subcategory,organiser,event,venue,starts_at,ends_at,ticket_type,capacity,price,currency',
      `bad,ცუდი,${subcategory},${organiser},b1,${venue},2027-02-30 20:00,,a,10,5,GEL`,
      `bad,ცუდი,,,b2,nowhere,2027-03-01 20:00,2027-03-01 19:00,a,10,5.555,GEL`,
      `bad,ცუდი,,,b3,${venue},2026-03-01 20:00,,a,0,-5,USD`,
      `bad,ცუდი,,,b4,${venue},2027-03-01 20:00,,a,1001,5,`,
      `bad,სხვა,,,b5,${venue},2027-03-01 20:00,,a,10,5`,
      `other,ცუდი,opera,${organiser},b6,${venue},2027-03-01 20:00,,a,,5,`,
      `bad,ცუდი,,,b7,${venue},2027-03-01 20:00,,,,,`,
    )
    const before = await fingerprint(env.context.db)
    const plan = await env.plan(file)
    expect(problemsOf(plan).toSorted()).toEqual(
      [
        '2 starts_at bad-date',
        '3 venue unknown-venue',
        '3 ends_at ends-before-start',
        '3 price bad-price',
        '4 starts_at in-the-past',
        '4 capacity bad-number',
        '4 price bad-price',
        '4 currency bad-currency',
        '5 - over-capacity',
        '2 show_name_ka contradiction',
        '2 - row-length',
        '7 subcategory unknown-subcategory',
        '7 capacity capacity-missing',
        '8 - event-without-price',
      ].toSorted(),
    )
    const options = { expectedDigest: plan.digest, subject: 'bad' }
    const request = { files: [file], source: 'box-office', defaults: {} }
    expect(await importCatalogue(env.context, request, options)).toEqual({
      ok: false,
      code: 'ImportHasProblems',
    })
    expect(await fingerprint(env.context.db)).toBe(before)
  })

  test.each([
    ['nothing', '', 'file-empty'],
    ['headings alone', 'show,event\n', 'file-empty'],
    ['a heading nobody knows', 'show,colour\na,b', 'heading-unknown'],
    ['a heading twice', 'show,show\na,b', 'heading-twice'],
    ['only keys', 'show,event\na,b', 'file-unknown'],
    ['an open quote', 'show,show_name_ka\n"a,b', 'file-broken'],
    ['another encoding', 'show,show_name_ka\na,\uFFFD\uFFFD', 'file-not-utf8'],
    ['broken JSON', '{"format":', 'file-broken'],
    ['another JSON', '{"hello":1}', 'file-broken'],
    ['JSON-LD of something else', '{"@type":"Recipe"}', 'file-unknown'],
    ['far too much', `show,show_name_ka\n${'x'.repeat(12_000_001)}`, 'file-too-large'],
    ['too many rows', `show,show_name_ka\n${'a,b\n'.repeat(60_002)}`, 'too-many-rows'],
  ])('of %s is refused as a whole', async (_, content, code) => {
    const plan = await env.plan({ name: 'file', content })
    expect(plan.report[0]?.problems[0]?.code).toBe(code)
    expect(plan.counts).toMatchObject({ new: 0, changed: 0, unchanged: 0 })
  })
})

describe('an event with sales', () => {
  test('keeps its venue, time and hall; only prices of new sales change', async () => {
    await env.apply(programme('sold'))
    const [event] = await eventsOf('sold')
    const holdId = env.context.random.uuid()
    await sellPlaces(env.context, [
      {
        holdId,
        offeringId: event!.offeringId,
        legFrom: 0,
        legTo: 1,
        places: [],
        pools: [{ poolId: 1, quantity: 30 }],
      },
    ])
    const change = (line: string) =>
      csv('change.csv', 'event,starts_at,venue,layout,ticket_type,capacity,price', `sold-1,${line}`)
    expect(problemsOf(await env.plan(change('2027-03-05 21:00,,,,,')))).toEqual([
      '2 starts_at sold-time',
    ])
    const stop = csv('stop.csv', 'event,event_status', 'sold-1,stopped')
    expect(problemsOf(await env.plan(stop))).toEqual(['2 event_status sold-date'])
    // The whole show, without any of its dates in the file: the date with tickets is named.
    const hide = (status: string) => csv('hide.csv', 'show,show_status', `sold,${status}`)
    const hidden = await env.plan(hide('inactive'))
    expect(problemsOf(hidden)).toEqual(['2 show_status sold-date'])
    expect(hidden.report[0]?.problems[0]?.values).toEqual({ when: '2027-03-05 20:00' })
    expect(problemsOf(await env.plan(hide('active')))).toEqual([])
    expect(problemsOf(await env.plan(change(`,,${env.made.layoutDigest},a,,50`)))).toContain(
      '2 layout sold-layout',
    )
    expect(problemsOf(await env.plan(change(',,,ჩვეულებრივი,29,')))).toEqual([
      '2 capacity below-sold',
    ])
    await env.apply(change(',,,ჩვეულებრივი,30,40'))
    expect(await poolsOf(event!.offeringId)).toMatchObject([
      { capacity: 30, taken: 30 },
      { capacity: 20 },
    ])
  })

  test('refuses an import whose plan has changed since it was approved', async () => {
    await env.apply(programme('agreed'))
    const request = {
      files: [programme('agreed', { price: '30' })],
      source: 'box-office',
      defaults: {},
    }
    const { digest } = await env.plan(...request.files)
    await env.apply(programme('agreed', { price: '28' }))
    const options = { expectedDigest: digest, subject: 'agreed' }
    expect(await importCatalogue(env.context, request, options)).toEqual({
      ok: false,
      code: 'ImportOutdated',
    })
    expect((await eventsOf('agreed'))[0]).toMatchObject({ least: 2_800 })
  })

  test('is protected also when the sale happens between check and import', async () => {
    await env.apply(programme('race'))
    const [event] = await eventsOf('race')
    const file = programme('race', { room: 10 })
    const { digest } = await env.plan(file)
    const before = await fingerprint(env.context.db)
    await holdPlaces(env.context, [
      {
        holdId: env.context.random.uuid(),
        offeringId: event!.offeringId,
        legFrom: 0,
        legTo: 1,
        places: [],
        pools: [{ poolId: 1, quantity: 11 }],
        until: new Date(env.context.clock.now().getTime() + 600_000),
      },
    ])
    expect(await fingerprint(env.context.db)).not.toBe(before)
    const held = await fingerprint(env.context.db)
    const request = { files: [file], source: 'box-office', defaults: {} }
    const result = await importCatalogue(env.context, request, {
      expectedDigest: digest,
      subject: 'race',
    })
    expect(result.ok).toBe(false)
    expect(await fingerprint(env.context.db)).toBe(held)
  })

  test('without sales another hall creates a new offering, and the old one is closed', async () => {
    const file = programme('hall')
    await env.apply(file)
    const [before] = await eventsOf('hall')
    const move = csv(
      'move.csv',
      'event,layout,ticket_type,zone,price',
      `hall-1,${env.made.layoutDigest},parterre,a,50`,
      'hall-1,,circle,b,40',
      'hall-1,,standing,floor,20',
    )
    await env.apply(move)
    const [after] = await eventsOf('hall')
    expect(after!.offeringId).not.toBe(before!.offeringId)
    expect(await poolsOf(before!.offeringId)).toMatchObject([{ capacity: 0 }, { capacity: 0 }])
    expect(await poolsOf(after!.offeringId)).toEqual([{ pool_id: 1, capacity: 50, taken: 0 }])
    const types = await env.context.db
      .selectFrom('ticket_type')
      .select(['zone', 'pool_id', 'status', 'name'])
      .where('event_id', '=', after!.id)
      .orderBy('id')
      .execute()
    expect(types.map(({ zone, pool_id, status }) => [zone, pool_id, status])).toEqual([
      [null, 1, 'Inactive'],
      [null, 2, 'Inactive'],
      ['a', null, 'Active'],
      ['b', null, 'Active'],
      [null, 1, 'Active'],
    ])
    expect(types.at(2)!.name).toEqual({ ka: 'პარტერი', en: 'Stalls' })
    expect((await env.plan(move)).counts).toMatchObject({ new: 0, changed: 0, bad: 0 })
  })

  test('refuses a hall with a zone without a price, or with two', async () => {
    const { subcategory, organiser, venue, made } = env
    const file = csv(
      'zones.csv',
      'show,show_name_ka,subcategory,organiser,event,venue,layout,starts_at,ticket_type,zone,price,capacity',
      `z,ზონები,${subcategory},${organiser},z1,${venue},${made.layoutDigest},2027-03-01 20:00,one,a,5,`,
      `z,,,,z1,,,,two,a,5,`,
      `z,,,,z1,,,,three,balcony,5,7`,
    )
    expect(problemsOf(await env.plan(file))).toEqual([
      '2 - zone-without-price',
      '2 - zone-without-price',
      '3 zone zone-twice',
      '4 zone unknown-zone',
      '4 capacity capacity-of-layout',
    ])
  })
})

describe('type, access and status of a show', () => {
  const table = (key: string, more: string) =>
    csv(
      'types.csv',
      'show,show_name_ka,subcategory,organiser,show_type,show_access,show_status',
      `${key},შოუ,${env.subcategory},${env.organiser},${more}`,
    )
  const rowOf = async (key: string) => {
    const { rows } = await sql<{
      type: number
      access: number
      status: number
      key: string | null
    }>`
      select show.type, show.access, show.status, show.preview_key as key
      from external_reference reference join show on show.id = reference.subject_id
      where reference.kind = 'show' and reference.key = ${key}`.execute(env.context.db)
    return rows[0]
  }

  test('are set by a table and by JSON, in any case, and kept by files that do not name them', async () => {
    await env.apply(table('typed', 'groupshow,PRIVATE,Stopped'))
    const made = await rowOf('typed')
    expect(made).toMatchObject({ type: 2, access: 1, status: 3 })
    expect(made?.key).toMatch(/^[\w-]{24}$/)
    const renamed = csv('renamed.csv', 'show,show_name_en', 'typed,Another name')
    await env.apply(renamed)
    expect(await rowOf('typed')).toEqual(made)
    const show = { key: 'typed', type: 'Offer', access: 'AccessCode', status: 'Active' }
    await env.apply(json('typed.json', { format: 'bileti-catalogue', version: 1, shows: [show] }))
    expect(await rowOf('typed')).toMatchObject({ type: 3, access: 2, status: 1, key: made?.key })
  })

  test('are refused with the column when there is no such value', async () => {
    const plan = await env.plan(table('mistyped', 'Movies,Everybody,Gone'))
    expect(problemsOf(plan)).toEqual([
      '2 show_status bad-show-status',
      '2 show_type bad-type',
      '2 show_access bad-access',
    ])
    const ofDate = csv('date.csv', 'event,event_status', 'summer-1,deleted')
    expect(problemsOf(await env.plan(ofDate))).toContain('2 event_status bad-status')
  })

  test('Deleted is final: the same file changes nothing, another one is refused', async () => {
    await env.apply(table('gone', 'Show,Default,Active'))
    await env.apply(table('gone', 'Show,Default,deleted'))
    expect(await rowOf('gone')).toMatchObject({ status: 4 })
    const again = await env.plan(table('gone', 'Show,Default,Deleted'))
    expect(problemsOf(again)).toEqual([])
    expect(again.report.map(({ action }) => action)).toEqual(['unchanged'])
    expect(problemsOf(await env.plan(table('gone', 'Show,Default,Active')))).toEqual([
      '2 - show-deleted',
    ])
  })
})

describe('JSON', () => {
  test('of our own format gives the same programme as a table, with its own source', async () => {
    const { subcategory, organiser, venue } = env
    const file = json('programme.json', {
      format: 'bileti-catalogue',
      version: 1,
      source: 'other-system',
      shows: [
        {
          key: 's',
          name: { ka: 'ღამე', en: 'Night' },
          subcategory,
          organiser,
          performers: [{ name: { ka: 'ნინო', en: 'Nino' }, role: { ka: 'ხმა', en: 'voice' } }],
        },
      ],
      events: [
        {
          key: 'e',
          show: 's',
          venue,
          startsAt: '2027-03-05T20:00:00+04:00',
          prices: [{ key: 'p', capacity: 10, price: 12.5 }],
        },
      ],
    })
    expect((await env.apply(file)).counts.new).toBe(3)
    expect((await env.plan(file)).counts.unchanged).toBe(3)
    const show = await env.context.db
      .selectFrom('show')
      .selectAll()
      .where('slug', '=', 'night')
      .executeTakeFirstOrThrow()
    expect(show.performers).toEqual([
      { name: { ka: 'ნინო', en: 'Nino' }, role: { ka: 'ხმა', en: 'voice' } },
    ])
  })

  test('of schema.org imports a series with dates, languages and offers without fetching URLs', async () => {
    const { venue, organiser, subcategory } = env
    const extra = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value })
    const file = json('events.jsonld', {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Organization', name: 'ignored' },
        {
          '@type': 'MusicEvent',
          '@id': 'https://tours.example/night',
          name: [
            { '@language': 'ka', '@value': 'ღამის ტური' },
            { '@language': 'en', '@value': 'Night tour' },
          ],
          image: 'http://127.0.0.1:1/never-fetched.jpg',
          duration: 'PT1H30M',
          typicalAgeRange: '12+',
          performer: [{ '@type': 'Person', name: 'Nino' }, 'ტრიო'],
          location: { '@type': 'Place', name: venue },
          additionalProperty: [extra('subcategory', subcategory), extra('organiser', organiser)],
          offers: [
            {
              '@type': 'Offer',
              name: 'Standard',
              price: 30,
              priceCurrency: 'GEL',
              inventoryLevel: { value: 200 },
            },
            {
              '@type': 'Offer',
              name: 'VIP',
              price: '90.00',
              priceCurrency: 'GEL',
              inventoryLevel: { value: 20 },
            },
          ],
          eventSchedule: [
            { startDate: '2027-04-01', startTime: '20:00', endTime: '22:00' },
            { startDate: '2027-04-02', startTime: '20:00' },
          ],
        },
      ],
    })
    expect((await env.apply(file)).counts).toEqual({ new: 7, changed: 0, unchanged: 0, bad: 0 })
    expect((await env.plan(file)).counts.unchanged).toBe(7)
    const show = await env.context.db
      .selectFrom('show')
      .selectAll()
      .where('slug', '=', 'night-tour')
      .executeTakeFirstOrThrow()
    expect(show).toMatchObject({ age_limit: 12, duration_minutes: 90 })
    expect(show.performers).toMatchObject([{ name: { ka: 'Nino' } }, { name: { ka: 'ტრიო' } }])
    const weekly = json('weekly.jsonld', {
      '@type': 'Event',
      name: 'Weekly',
      eventSchedule: { repeatFrequency: 'P1W', startDate: '2027-04-01' },
    })
    expect(problemsOf(await env.plan(weekly))).toContain(
      '[0].eventSchedule[0] starts_at unsupported',
    )
  })
})
