/**
 * Goal: nobody waits for script that the page they open does not need. Method: the files that a browser loads for a
 * page, as the journeys' build has made them, compressed as the server sends them to most.
 */
import { expect, test } from 'vitest'
import { bundleSize, scriptBudgets } from '../../tools/bundle-size.ts'

test.each(Object.entries(scriptBudgets))('%s loads no more than %i bytes', async (route, most) => {
  const { total, files } = await bundleSize(route)
  const list = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n')
  expect(total, list).toBeLessThanOrEqual(most)
})
