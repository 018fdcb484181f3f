import { expect, test } from 'vitest'
import { longFirst } from '../long-files-first.ts'
import { testWorkers } from '../test-workers.ts'

test('a second test process needs memory, a third one more and a second core', () => {
  const workers = (cores: number) =>
    [1.8, 4, 7, 8, 64].map((gigabytes) => testWorkers(gigabytes * 2 ** 30, cores))
  expect(workers(2)).toEqual([1, 2, 2, 3, 3])
  expect(workers(1)).toEqual([1, 2, 2, 2, 2])
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
