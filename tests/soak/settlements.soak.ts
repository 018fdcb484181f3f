/**
 * Goal and method as in tests/settlements, longer: ROUNDS (2) runs of STEPS (200) steps, and every single
 * statement of a payout with a return after it as interruption point.
 */
import { expect, test } from 'vitest'
import { interruptSettlements } from '../settlements/interrupted.ts'
import { playSettlements } from '../settlements/model.ts'
import { openSettlementFixture, type SettlementFixture } from '../settlements/fixture.ts'
import { seedOf } from '../support/tier.ts'

const rounds = Number(process.env['ROUNDS'] ?? 2)
const steps = Number(process.env['STEPS'] ?? 200)
const first = seedOf('settlements', 20_261_122)

async function within<Value>(work: (fixture: SettlementFixture) => Promise<Value>): Promise<Value> {
  const fixture = await openSettlementFixture()
  try {
    return await work(fixture)
  } finally {
    await fixture.close()
  }
}

test.each(Array.from({ length: rounds }, (_, round) => first + round))(
  'seed %d: the books equal the model',
  async (seed) => {
    const { broken, ...tally } = await within((fixture) =>
      playSettlements(fixture, { seed, steps }),
    )
    console.info(seed, JSON.stringify(tally))
    expect(broken).toEqual([])
  },
  3_600_000,
)

test('ends with the same amounts when interrupted before every statement', async () => {
  const { broken, points } = await within((fixture) => interruptSettlements(fixture, { every: 1 }))
  console.info(`interrupted at ${points} statements`)
  expect(broken).toEqual([])
}, 3_600_000)
