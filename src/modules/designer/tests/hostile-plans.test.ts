/**
 * Goal: no plan keeps the server from answering others, however it is drawn. Method: plans of a few lines with very many
 * seats at one spot, in time for each seat, and who works when one is published.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLinear } from '../../../../tests/support/growth.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { emptyPlan, type PlanDocument, type PlanSection } from '../plan/document.ts'
import { findingsOf } from '../plan/findings.ts'

const empty = emptyPlan({ ka: 'გეგმა', en: 'Plan' })
const plan = { ...empty, head: { ...empty.head, nextId: 20_000 } }
const outline = [0, 0, 300, 0, 300, 200, 0, 200]

function section(id: number, level = 0): PlanSection {
  const name = { ka: `ს${id}`, en: `S${id}` }
  return { id, name, kind: 'seated', zone: 'standard', level, outline }
}

/** One row of so many seats, all at one spot. */
function stacked(seats: number, level = 0): PlanDocument {
  const runs = Math.ceil(seats / 2_000)
  const numbering = Array.from({ length: runs }, (_, at): [number, number, number] => [
    Math.min(2_000, seats - at * 2_000),
    at * 2_000,
    1,
  ])
  const row = { id: 20, section: 10, label: '1', line: [50, 50, 0], pitch: 0, numbering } as const
  return { ...plan, sections: [section(10, level)], rows: [row as never] }
}

/** Sections that all lie on each other, with a row in each. */
function piled(sections: number): PlanDocument {
  const ids = Array.from({ length: sections }, (_, at) => at + 10)
  const rows = ids.map((id) => ({
    id: id + 5_000,
    section: id,
    label: '1',
    line: [400 + id, 300, 0],
    numbering: [[3, 1, 1]],
  }))
  return { ...plan, sections: ids.map((id) => section(id)), rows: rows as never }
}

test.each([
  ['seats at one spot', (size: number) => stacked(size), 1_500],
  [
    'seats with one name',
    (size: number) => {
      const one = stacked(size)
      const rows = one.rows.map((row) => ({
        ...row,
        pitch: 6,
        numbering: row.numbering.map(([count]): [number, number, number] => [count, 1, 0]),
      }))
      return { ...one, rows }
    },
    1_500,
  ],
])('finds what is wrong with %s in a time in proportion to their number', (_, planOf, size) => {
  expectLinear(
    (text) => findingsOf(JSON.parse(text) as PlanDocument),
    (n) => JSON.stringify(planOf(n)),
    size,
  )
})

test('sections on each other cost a bounded time, and the first are reported', () => {
  const before = process.cpuUsage()
  const findings = findingsOf(piled(2_000))
  const { user } = process.cpuUsage(before)
  const few = process.cpuUsage()
  findingsOf(piled(200))
  expect(user / Math.max(process.cpuUsage(few).user, 2_000)).toBeLessThan(60)
  expect(findings.some(({ code }) => code === 'outside')).toBe(true)
})

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('a plan is checked by another thread when it is published', async () => {
  const { showId, merchantId } = await shop.event()
  const token = await shop.staff(merchantId)
  const base = '/v2/merchantusers/plans'
  const names = { key: 'stacked', nameKa: 'გეგმა', nameEn: 'Plan' }
  const { body } = await shop.post(base, { venue: `venue-${showId}`, ...names }, token)
  const path = `${base}/${body.planId}`
  const { revision } = (await shop.get(path, token)).body
  const payload = JSON.stringify({ revision, document: stacked(100_000) })
  const saved = await shop.send({ method: 'PUT', path, token, payload })
  expect(saved.status, saved.text).toBe(200)
  const publish = () => shop.post(`${path}/publish`, { revision: saved.body.revision }, token)
  // The first one loads what it needs.
  expect((await publish()).body.error).toMatchObject({ code: 'PlanHasErrors' })
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const answer = await publish()
  const [worked, here] = [process.cpuUsage(all), process.threadCpuUsage(own)]
  expect(answer.body.error.detail.codes).toContain('overlap')
  expect(here.user / worked.user).toBeLessThan(0.5)
}, 120_000)
