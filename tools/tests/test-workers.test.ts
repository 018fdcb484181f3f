import { expect, test } from 'vitest'
import { longFirst } from '../long-files-first.ts'
import { testWorkers } from '../test-workers.ts'

test('a third test process needs memory', () => {
  expect([4, 7, 8, 64].map((gigabytes) => testWorkers(gigabytes * 2 ** 30))).toEqual([2, 2, 3, 3])
})

test('long test files are started first, in the order of their length, and none is lost', () => {
  const names = [
    'src/modules/a/tests/a.test.ts',
    'src/flows/journeys/tests/vehicle-races.test.ts',
    'tests/hostile/walk-2.test.ts',
    'tests/e2e/recovery.test.ts',
    'tests/e2e/accessibility.test.ts',
    'src/modules/b/tests/b.test.ts',
  ]
  const sorted = longFirst(names.map((name) => ({ moduleId: `/project/${name}` })))
  expect(sorted.map(({ moduleId }) => moduleId.slice('/project/'.length))).toEqual([
    'tests/hostile/walk-2.test.ts',
    'src/flows/journeys/tests/vehicle-races.test.ts',
    'tests/e2e/accessibility.test.ts',
    'tests/e2e/recovery.test.ts',
    'src/modules/a/tests/a.test.ts',
    'src/modules/b/tests/b.test.ts',
  ])
})
