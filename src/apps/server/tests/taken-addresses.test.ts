/** Goal: no campaign can be created at an address that a page of the shop uses. Method: all pages of the shop. */
import { expect, test } from 'vitest'
import * as pages from '#apps/web/page-table.ts'
import { isReservedPath } from '#modules/presentation/server/public-api.ts'

/** The addresses of campaigns themselves. */
const campaigns = new Set(['starring'])

test('reserves the first segment of every page’s address', () => {
  const addresses = Object.values(pages).flatMap((list) =>
    Array.isArray(list)
      ? list.map((one: unknown) => String(Array.isArray(one) ? one[0] : one))
      : [],
  )
  const firsts = addresses.flatMap((address) => /^\/([a-z][^/:]*)/.exec(address)?.[1] ?? [])
  expect(new Set(firsts).size).toBeGreaterThan(20)
  const free = [...new Set(firsts)].filter((first) => !campaigns.has(first))
  expect(free.filter((first) => !isReservedPath(`/${first}`))).toEqual([])
  expect(isReservedPath('/railways-of-georgia')).toBe(false)
})
