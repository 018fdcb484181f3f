/**
 * Goal: the pages work in every browser of the stated range (`browserslist` of `package.json`). Method: what the built files use,
 * compared with the public compatibility data of MDN; exceptions are in `tools/compatibility/allowed.ts`.
 */
import { expect, test } from 'vitest'
import { checkBuild, lineOf } from '../../tools/compatibility/check.ts'

test('the built files use nothing that a browser of their range lacks', async () => {
  const { problems, unused } = await checkBuild()
  expect(problems.map(lineOf)).toEqual([])
  expect(unused.map(({ features }) => features)).toEqual([])
})
