import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { affectedBy, callDistance, type Affected } from './affected.ts'
import { ownersNamedIn } from './changed-files.ts'
import { graphOf, readImportGraph } from './import-graph.ts'
import { pageFiles } from './page-files.ts'
import { selectTests } from './select.ts'

/**
 * Goal: `npm run test:changed` runs what a change can break, nearest first, within its time. Method: small projects
 * with one relation each, then a few changes of this one.
 */
const composing = Array.from(
  { length: 8 },
  (_, index) => `import '../../modules/m${index}/jobs.ts'`,
).join('\n')

const project = new Map([
  ['src/kernel/money.ts', ''],
  ['src/modules/m0/jobs.ts', "import { money } from '#kernel/money.ts'"],
  ...Array.from({ length: 7 }, (_, index) => [`src/modules/m${index + 1}/jobs.ts`, ''] as const),
  ['src/apps/server/jobs.ts', composing],
  ['src/modules/m0/contract.ts', "defineCall({ path: '/v2/orders/:orderKey', })"],
  [
    'src/modules/m0/server/routes.ts',
    "import { call } from '../contract.ts'\nimport { read } from './read.ts'\nimplement(call, read)",
  ],
  ['src/modules/m0/server/read.ts', "export * from '#kernel/money.ts'"],
  ['src/modules/m0/tests/read.test.ts', "import { read } from '../server/read.ts'"],
  ['src/modules/m1/tests/other.test.ts', "import { jobs } from '#apps/server/jobs.ts'"],
  ['src/modules/m1/tests/money.test.ts', "import { money } from '#kernel/money.ts'"],
  ['tests/walks/order.test.ts', 'get(`/v2/orders/${key}?api_key=demo-web`)'],
  ['tests/walks/orders.test.ts', 'get(`/v2/orders/${key}/result`)'],
  ['src/modules/m0/web/pages/order.tsx', "import('../parts/line.tsx')"],
  ['src/modules/m0/web/parts/line.tsx', ''],
  ['tests/e2e/orders.test.ts', "await open('/account/orders/7')"],
  ['tests/e2e/home.test.ts', "await open('/')"],
])

function affected(...changed: string[]): Affected {
  const pages = new Map([['src/modules/m0/web/pages/order.tsx', ['/account/orders/:orderNumber']]])
  return affectedBy(changed, graphOf(project), { pages, tests: [] })
}

it('finds tests by imports, nearest first, and not through files that compose the shop', () => {
  expect(affected('src/kernel/money.ts').units).toEqual([
    { file: 'src/modules/m1/tests/money.test.ts', distance: 1 },
    { file: 'src/modules/m0/tests/read.test.ts', distance: 2 },
    { file: 'tests/walks/order.test.ts', distance: callDistance },
  ])
})

it('finds tests that send the affected calls', () => {
  const { calls, units } = affected('src/modules/m0/server/read.ts')
  expect(calls).toEqual(['/v2/orders/:orderKey'])
  expect(units.map(({ file }) => file)).toEqual([
    'src/modules/m0/tests/read.test.ts',
    'tests/walks/order.test.ts',
  ])
})

it('finds journeys that open the affected pages', () => {
  const { pages, journeys } = affected('src/modules/m0/web/parts/line.tsx')
  expect(pages).toEqual(['/account/orders/:orderNumber'])
  expect(journeys.map(({ file }) => file)).toEqual(['tests/e2e/orders.test.ts'])
})

it('fills the time with the nearest tests and counts the others', () => {
  const tests = [0, 1, 2, 3].map((distance) => ({ file: `tests/${distance}.test.ts`, distance }))
  const chosen = selectTests(
    { units: tests, journeys: [], calls: [], pages: [] },
    { secondsMax: 12, workers: 2, secondsOf: (file) => (file.includes('1') ? 20 : 4) },
  )
  expect(chosen.units).toEqual(['tests/0.test.ts', 'tests/2.test.ts', 'tests/3.test.ts'])
  expect(chosen.leftOut).toBe(1)
  expect(chosen.seconds).toBe(11)
})

it('runs changed tests whatever they take', () => {
  const units = [{ file: 'tests/long.test.ts', distance: 0 }]
  const chosen = selectTests(
    { units, journeys: [], calls: ['/v2/orders'], pages: [] },
    { secondsMax: 5, workers: 1, secondsOf: () => 100 },
  )
  expect(chosen).toMatchObject({ units: ['tests/long.test.ts'], calls: [], leftOut: 0 })
})

it('knows the owners of tables that a migration names', () => {
  expect(ownersNamedIn('ALTER TABLE ledger_posting ADD COLUMN note text')).toEqual([
    'modules/wallet',
  ])
})

it('reads this project', () => {
  const graph = readImportGraph(path.join(fileURLToPath(new URL('../..', import.meta.url))))
  const of = (file: string): Affected => {
    expect(graph.files).toContain(file)
    return affectedBy([file], graph, { pages: pageFiles(), tests: [] })
  }
  const money = of('src/kernel/money.ts')
  expect(money.units.length).toBeGreaterThan(20)
  const checkout = of('src/modules/orders/web/pages/checkout.tsx')
  expect(checkout.pages).toContain('/checkout/:orderKey')
  expect(checkout.journeys.length).toBeGreaterThan(0)
  const { calls, units } = of('src/modules/orders/contract.ts')
  expect(calls).toContain('/v2/orders/InitializeOrder')
  expect(units.some(({ file }) => file.startsWith('src/modules/orders/tests/'))).toBe(true)
})
