import { expect, test } from 'vitest'
import { slowestFiles } from '../slowest-files.ts'

test('lists the slowest test files first, by relative path, up to the limit', () => {
  const report = [
    { name: '/project/src/a.test.ts', startTime: 1_000, endTime: 1_500 },
    { name: '/project/src/b.test.ts', startTime: 1_000, endTime: 4_000 },
    { name: '/project/src/c.test.ts', startTime: 2_000, endTime: 4_000 },
  ]
  expect(slowestFiles(report, { root: '/project/', most: 2 })).toEqual([
    { file: 'src/b.test.ts', seconds: 3 },
    { file: 'src/c.test.ts', seconds: 2 },
  ])
})
