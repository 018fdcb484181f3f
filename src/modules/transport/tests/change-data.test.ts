/**
 * Goal: the departures to which a ticket can be changed have the prices of its passenger. Method: the page's loader with
 * recorded calls.
 */
import { expect, test } from 'vitest'
import { loadChange } from '../web/change-data.ts'

/** The queries of a search that the loader sends for a ticket of that category. */
async function searched(rider: string) {
  const queries: Record<string, unknown>[] = []
  const ticket = {
    ticketIdentifier: 'T1',
    orderNumber: 'N1',
    item: { itemId: 7, legFrom: 0, legTo: 1, startsAt: '2030-01-05T10:00:00Z', timeZone: 'UTC' },
    hand: { changePath: '/transport/change/T1' },
  }
  const replies: Record<string, unknown> = {
    'tickets-get': { tickets: [ticket] },
    'own-transport-run': { brand: 'railway', stops: [{ placeCode: 'a' }, { placeCode: 'b' }] },
    'own-transport-change-terms': { rider },
    'own-transport-journeys': { journeys: [] },
    'own-transport-calendar': { days: [] },
    'own-transport-rebooking': null,
  }
  const send = (call: { id: string }, { query }: { query: Record<string, unknown> }) => {
    if (/journeys|calendar/.test(call.id)) queries.push(query)
    return Promise.resolve(replies[call.id] ?? { tickets: [ticket] })
  }
  const page = await loadChange(
    send as unknown as Parameters<typeof loadChange>[0],
    'T1',
    new URLSearchParams(),
  )
  return { queries, isForAdult: page?.isForAdult }
}

test.each([
  ['student', { adults: 0, students: 1 }],
  ['wheelchair', { adults: 0, wheelchairs: 1 }],
  ['adult', { adults: 1 }],
])('for a ticket of the category %s', async (rider, counts) => {
  const { queries, isForAdult } = await searched(rider)
  expect(queries).toHaveLength(2)
  for (const query of queries) expect(query).toMatchObject(counts)
  expect(isForAdult).toBe(false)
})

test('are those of an adult, and the page says so, for a category of the carrier', async () => {
  const { queries, isForAdult } = await searched('veteran')
  for (const query of queries) expect(query).toMatchObject({ adults: 1 })
  expect(isForAdult).toBe(true)
})
