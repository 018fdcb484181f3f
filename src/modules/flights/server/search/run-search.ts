/**
 * Sends a search to all suppliers concurrently and returns the results so far. A repeated request, in any process, finds
 * the same search with later results.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { errorForLog } from '#platform/error-for-log.ts'
import type { Context } from '#platform/context.ts'
import type { FlightOffer, SearchCriteria } from '../../itinerary.ts'
import type { FlightSupplier, SupplierName } from '../supplier.ts'
import {
  findSearch,
  insertSearch,
  readOffers,
  readStates,
  takeOverAnswer,
  writeAnswer,
  writeLowest,
} from './store.ts'

/** Lifetime of a search that is shared by equal requests. */
const sharedMilliseconds = 4 * 60_000
/** Time after a supplier's own limit at which a pending request is sent again. */
const graceMilliseconds = 3_000

export interface SupplierResult {
  readonly supplier: SupplierName
  readonly state: 'running' | 'answered' | 'failed'
  readonly offers: readonly FlightOffer[]
}

export interface SearchResult {
  readonly searchId: string
  readonly isComplete: boolean
  readonly results: readonly SupplierResult[]
}

/** Pending requests of this process, by search. */
const running = new Map<string, Promise<unknown>>()
/** Stored replies never change, so each process parses them once. */
const parsed = new LRUCache<string, readonly FlightOffer[]>({ max: 300, ttl: sharedMilliseconds })

export interface SearchOptions {
  /** How long the first request waits for suppliers. */
  readonly waitMilliseconds: number
  /** Only these suppliers; all when absent. */
  readonly providers?: readonly SupplierName[]
}

/** Starts a search or joins a running one. */
export async function runSearch(
  context: Context,
  suppliers: readonly FlightSupplier[],
  criteria: SearchCriteria,
  options: SearchOptions,
): Promise<SearchResult> {
  const selected = suppliers.filter(
    ({ name }) => !options.providers || options.providers.includes(name),
  )
  const names = selected.map(({ name }) => name)
  const criteriaKey = createHash('sha256')
    .update(JSON.stringify([criteria, names]))
    .digest('base64url')
  const now = context.clock.now()
  const since = new Date(now.getTime() - sharedMilliseconds)
  let searchId = await findSearch(context, criteriaKey, since)
  if (searchId === null) {
    searchId = context.random.uuid()
    await insertSearch(context, { id: searchId, criteriaKey, criteria, suppliers: names, at: now })
    searchSuppliers(context, selected, searchId, criteria)
  }
  const states = await readStates(context, searchId)
  const waited = running.get(searchId)
  if (waited && options.waitMilliseconds > 0 && states.some(({ state }) => state === 'running'))
    return waitFor(context, searchId, waited, options.waitMilliseconds)
  for (const { supplier, state, startedAt } of states) {
    const timedOut = selected.find(({ name }) => name === supplier)
    if (state !== 'running' || !timedOut || waited) continue
    const limit = now.getTime() - timedOut.searchMilliseconds - graceMilliseconds
    const times = { startedBefore: new Date(limit), now }
    if (startedAt.getTime() < limit && (await takeOverAnswer(context, searchId, supplier, times)))
      searchSuppliers(context, [timedOut], searchId, criteria)
  }
  return readResult(context, searchId)
}

async function waitFor(
  context: Context,
  searchId: string,
  waited: Promise<unknown>,
  milliseconds: number,
): Promise<SearchResult> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([waited, limit])
  clearTimeout(timer)
  return readResult(context, searchId)
}

/** The results so far. */
export async function readResult(context: Context, searchId: string): Promise<SearchResult> {
  const states = await readStates(context, searchId)
  const results: SupplierResult[] = []
  for (const { supplier, state } of states) {
    const offers = state === 'answered' ? await offersOf(context, searchId, supplier) : []
    results.push({ supplier, state, offers })
  }
  return { searchId, isComplete: states.every(({ state }) => state !== 'running'), results }
}

export async function offersOf(
  context: Context,
  searchId: string,
  supplier: SupplierName,
): Promise<readonly FlightOffer[]> {
  const key = `${searchId} ${supplier}`
  const known = parsed.get(key)
  if (known) return known
  const offers = await readOffers(context, searchId, supplier)
  if (offers.length > 0) parsed.set(key, offers)
  return offers
}

function searchSuppliers(
  context: Context,
  suppliers: readonly FlightSupplier[],
  searchId: string,
  criteria: SearchCriteria,
): void {
  const work = Promise.all(
    suppliers.map((supplier) => searchSupplier(context, supplier, searchId, criteria)),
  )
  const ended = work.finally(() => {
    if (running.get(searchId) === ended) running.delete(searchId)
  })
  running.set(searchId, ended)
}

/** Never throws, so that a failing supplier does not affect the others. */
async function searchSupplier(
  context: Context,
  supplier: FlightSupplier,
  searchId: string,
  criteria: SearchCriteria,
): Promise<void> {
  try {
    const answer = await supplier.search(context, criteria)
    const offers = answer.kind === 'answered' ? answer.value : null
    if (answer.kind === 'unknown')
      context.log.warn({ supplier: supplier.name, reason: answer.reason }, 'flight search failed')
    const at = context.clock.now()
    await writeAnswer(context, searchId, supplier.name, { offers, at })
    if (offers) await storeLowestFares(context, supplier.name, criteria, offers)
  } catch (error) {
    context.log.error(
      { supplier: supplier.name, error: errorForLog(error) },
      'flight search failed',
    )
  }
}

/** Stores the lowest prices for calendars: of one-way and return trips in lari; other currencies are ignored. */
async function storeLowestFares(
  context: Context,
  supplier: SupplierName,
  criteria: SearchCriteria,
  offers: readonly FlightOffer[],
): Promise<void> {
  const [out, back] = criteria.slices
  if (!out || criteria.slices.length > 2) return
  // Fares are stored by their two days; a same-day return could not be distinguished from a one-way trip.
  if (back?.date === out.date) return
  const lowest = new Map<string, { from: string; to: string; priceMinor: number }>()
  for (const { slices, prices, currency } of offers) {
    const [from, to] = [slices[0]?.legs[0]?.from, slices[0]?.legs.at(-1)?.to]
    const adult = prices.find(({ kind }) => kind === 'adult')
    if (!from || !to || !adult || currency !== 'GEL') continue
    const key = `${from} ${to}`
    if ((lowest.get(key)?.priceMinor ?? Infinity) > adult.unitMinor)
      lowest.set(key, { from, to, priceMinor: adult.unitMinor })
  }
  const about = {
    departsOn: out.date,
    returnsOn: back?.date ?? out.date,
    cabin: criteria.cabin,
    supplier,
    seenAt: context.clock.now(),
  }
  await writeLowest(
    context,
    [...lowest.values()].map((fare) => ({ ...about, ...fare })),
  )
}

/** Resolves when no requests to suppliers are pending: for shutdown and tests. */
export async function searchesSettled(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}
