/**
 * Goal: a class that staff make is usable at once in vehicles and fares, and is not removed while one of them has it. Method:
 * a small line over HTTP; a removal beside the making of a vehicle, stopped after each of its statements.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { sql } from 'kysely'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { interleave, stoppable } from '../../../../tests/support/interleave.ts'
import { sizeOf } from '../../../../tests/support/tier.ts'

const base = '/v2/merchantusers'
let shop: HostileShop
let line: MadeLine
let staff: string

beforeAll(async () => {
  shop = await openHostileShop({}, { plugin: stoppable })
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  staff = await shop.staff(line.merchantId)
})

const classes = async (): Promise<Reply[]> =>
  (await expectOk(shop.get(`${base}/terms?agencyId=${line.agencyId}`, staff))).classes
const change = (listed: readonly object[], token = staff) =>
  shop.post(`${base}/classes`, { agencyId: line.agencyId, classes: listed }, token)
const added = (code: string, name = code) => ({
  added: { code, name: { ka: `${name} ka`, en: name } },
})
const standard = () => ({ classId: line.classId })

/** A vehicle with one seat of the class. */
const draw = (classCode: string, name = 'Small bus') => {
  const seat = { label: '1', classCode, x: 1, y: 1, facing: 1, attributes: [] }
  const coach = { number: 1, name: { ka: 'ვაგონი', en: 'Coach' }, deck: 0, width: 4, height: 4 }
  const body = {
    agencyId: line.agencyId,
    code: 'small',
    name: { ka: `${name} ka`, en: name },
    coaches: [{ ...coach, marks: [], seats: [seat] }],
  }
  return shop.post(`${base}/vehicles`, body, staff)
}

const fareOf = (classId: number) =>
  shop.post(
    `${base}/fares`,
    {
      lineId: line.routeId,
      validFrom: line.date,
      validUntil: null,
      channel: null,
      prices: [
        { fromStopId: line.stopIds[0], toStopId: line.stopIds[2], classId, priceMinor: 1_500 },
      ],
    },
    staff,
  )

test('a class is made, put in order, drawn and priced at once, and removed while nothing has it', async () => {
  const listed = [added('sleeper', 'Sleeper'), standard(), added('couchette')]
  const made = await expectOk(change(listed))
  expect(made.classes.map(({ code }: Reply) => code)).toEqual(['sleeper', 'standard', 'couchette'])
  expect(await expectOk(change(listed))).toMatchObject({ isChanged: false })
  const draft = await expectOk(shop.get(`${base}/vehicles/draft`, staff))
  expect(draft.carriers[0].classes[0]).toEqual({ code: 'sleeper', name: 'Sleeper' })
  const [sleeper, , couchette] = await classes()
  await expectOk(draw('sleeper'))
  await expectOk(fareOf(couchette?.classId))
  const [first, second, third] = await classes()
  expect(first).toMatchObject({ vehicles: ['Small bus'], lines: [] })
  expect(second?.vehicles).toEqual(['Bus'])
  expect(third).toMatchObject({ vehicles: [], lines: ['Line'] })
  const withoutSleeper = await change([standard(), { classId: couchette?.classId }])
  expect(withoutSleeper.body.error).toMatchObject({
    code: 'TravelClassInUse',
    detail: { code: 'sleeper', vehicles: ['Small bus'], lines: [] },
  })
  const withoutCouchette = await change([standard(), { classId: sleeper?.classId }])
  expect(withoutCouchette.body.error).toMatchObject({
    code: 'TravelClassInUse',
    detail: { code: 'couchette', vehicles: [], lines: ['Line'] },
  })
  const all = [standard(), { classId: couchette?.classId }, { classId: sleeper?.classId }]
  await expectOk(change([...all, added('crew')]))
  await expectOk(change(all))
  expect((await classes()).map(({ code }) => code)).toEqual(['standard', 'couchette', 'sleeper'])
})

test('what contradicts itself, classes of others and other roles are refused, and nothing changes', async () => {
  const stranger = await makeLine(shop.context)
  const { merchantId } = line
  const boxOffice = await makeStaffToken(shop.context, { merchantId, role: 'box-office' })
  const before = await classes()
  const refusals = [
    [await change([]), 'BadRequest'],
    [await change([standard(), standard()]), 'TravelClassesWrong'],
    [await change([{ classId: stranger.classId }]), 'TravelClassesWrong'],
    [await change([{ ...standard(), ...added('other') }]), 'TravelClassesWrong'],
    [await change([{}]), 'TravelClassesWrong'],
    [await change([standard(), added('one'), added('one')]), 'TravelClassesWrong'],
    [await change([added('standard', 'Another')]), 'TravelClassKnown'],
    [await change([standard(), added('One')]), 'BadRequest'],
    [await change([added('one')]), 'TravelClassInUse'],
    [await change([standard()], await shop.staff(stranger.merchantId)), 'NotFound'],
    [await change([standard()], boxOffice), 'Forbidden'],
  ] as const
  expect(refusals.map(([{ body }]) => body.error?.code)).toEqual(refusals.map(([, code]) => code))
  expect(await classes()).toEqual(before)
})

/** At night a command is stopped after each of its statements, otherwise after every third. */
const stride = sizeOf({ usual: 3, nightly: 1 })

test.each(['vehicle', 'fare'] as const)(
  'a %s made beside the removal of its class has it, or is refused',
  async (kind) => {
    let statements = 40
    for (let stopAfter = 1; stopAfter <= statements; stopAfter += stride) {
      await expectOk(change([standard(), added('sleeper')]))
      const { classId } = (await classes()).find(({ code }) => code === 'sleeper') ?? {}
      const use = () => (kind === 'fare' ? fareOf(classId) : draw('sleeper', `Bus ${stopAfter}`))
      const both = await interleave(stopAfter, use, () => change([standard()]))
      statements = Math.min(statements, both.statements)
      const [used, removed] = [both.first, both.second].map(({ body }) => body.error?.code ?? 'ok')
      const said = `stopped after statement ${stopAfter}`
      const refused = kind === 'fare' ? 'NotFound' : 'TravelClassUnknown'
      expect(
        [
          ['ok', 'TravelClassInUse'],
          [refused, 'ok'],
        ],
        said,
      ).toContainEqual([used, removed])
      const table = sql.table(kind === 'fare' ? 'fare' : 'vehicle_place')
      await sql`delete from ${table} where class_id = ${classId}`.execute(shop.context.db)
    }
  },
  60_000,
)

test('a class that another process has removed is refused while the network in memory still has it', async () => {
  await expectOk(change([standard(), added('sleeper')]))
  const { classId } = (await classes()).find(({ code }) => code === 'sleeper') ?? {}
  // The version is not raised, so that this process keeps its network.
  await sql`delete from travel_class where id = ${classId}`.execute(shop.context.db)
  expect((await draw('sleeper')).body.error?.code).toBe('TravelClassUnknown')
  expect((await fareOf(classId)).body.error?.code).toBe('NotFound')
})

test('a class that a feed uses in the meantime is not removed', async () => {
  await expectOk(change([standard(), added('sleeper')]))
  const { classId } = (await classes()).find(({ code }) => code === 'sleeper') ?? {}
  const { db } = shop.context
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db)
    return rows.length > 0
  }
  const removal = await db.transaction().execute(async (importing) => {
    await sql`
      insert into fare (agency_id, class_id, price_minor, currency)
      values (${line.agencyId}, ${classId}, 100, 'GEL')`.execute(importing)
    const removing = change([standard()])
    await expect.poll(isWaiting).toBe(true)
    return { removing }
  })
  expect((await removal.removing).body.error?.code).toBe('TravelClassInUse')
  expect((await classes()).map(({ code }) => code)).toContain('sleeper')
})
