/** Goal: no campaign is begun at an address where the shop shows something of its own. Method: all pages of the shop. */
import { expect, test } from 'vitest'
import * as pages from '#apps/web/page-table.ts'
import { isReservedPath } from '#modules/presentation/server/public-api.ts'

/** Campaigns themselves. */
const campaigns = new Set(['starring'])

test('the first part of every page’s address is taken', () => {
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
