/**
 * Goal: pages load no unnecessary scripts. Method: the files that a browser loads for a page in the built web part,
 * compressed as the server sends them.
 */
import { expect, test } from 'vitest'
import { bundleSize, scriptBudgets } from '../../tools/bundle-size.ts'

test.each(Object.entries(scriptBudgets))('%s loads no more than %i bytes', async (route, most) => {
  const { total, files } = await bundleSize(route)
  const list = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n')
  expect(total, list).toBeLessThanOrEqual(most)
})
