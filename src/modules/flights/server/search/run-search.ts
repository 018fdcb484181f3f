/**
 * Asks all suppliers at once and returns the results so far: a repeated request, in any process, finds the same
 * search and what has come meanwhile.
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

/** As long a search is shared by all who ask the same. */
const freshMilliseconds = 4 * 60_000
/** A supplier that is out for longer than its own limit and this is asked again. */
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

/** Suppliers that this process is asking now, by search. */
const running = new Map<string, Promise<unknown>>()
/** Answers do not change: each process reads and parses them once. */
const parsed = new LRUCache<string, readonly FlightOffer[]>({ max: 300, ttl: freshMilliseconds })

export interface SearchOptions {
  /** How long the first asker waits for suppliers. */
  readonly waitMilliseconds: number
  /** Only these; all when absent. */
  readonly providers?: readonly SupplierName[]
}

/** Begins a search or joins the one that is under way. */
export async function runSearch(
  context: Context,
  suppliers: readonly FlightSupplier[],
  criteria: SearchCriteria,
  options: SearchOptions,
): Promise<SearchResult> {
  const asked = suppliers.filter(
    ({ name }) => !options.providers || options.providers.includes(name),
  )
  const names = asked.map(({ name }) => name)
  const criteriaKey = createHash('sha256')
    .update(JSON.stringify([criteria, names]))
    .digest('base64url')
  const now = context.clock.now()
  const since = new Date(now.getTime() - freshMilliseconds)
  let searchId = await findSearch(context, criteriaKey, since)
  if (searchId === null) {
    searchId = context.random.uuid()
    await insertSearch(context, { id: searchId, criteriaKey, criteria, suppliers: names, at: now })
    askSuppliers(context, asked, searchId, criteria)
  }
  const states = await readStates(context, searchId)
  const waited = running.get(searchId)
  if (waited && options.waitMilliseconds > 0 && states.some(({ state }) => state === 'running'))
    return waitFor(context, searchId, waited, options.waitMilliseconds)
  for (const { supplier, state, startedAt } of states) {
    const lost = asked.find(({ name }) => name === supplier)
    if (state !== 'running' || !lost || waited) continue
    const limit = now.getTime() - lost.searchMilliseconds - graceMilliseconds
    const times = { startedBefore: new Date(limit), now }
    if (startedAt.getTime() < limit && (await takeOverAnswer(context, searchId, supplier, times)))
      askSuppliers(context, [lost], searchId, criteria)
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

/** What has come by now. */
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

function askSuppliers(
  context: Context,
  suppliers: readonly FlightSupplier[],
  searchId: string,
  criteria: SearchCriteria,
): void {
  const work = Promise.all(suppliers.map((supplier) => ask(context, supplier, searchId, criteria)))
  const ended = work.finally(() => {
    if (running.get(searchId) === ended) running.delete(searchId)
  })
  running.set(searchId, ended)
}

/** Never throws: a supplier that fails leaves the others' answers as they are. */
async function ask(
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
    if (offers) await rememberLowest(context, supplier.name, criteria, offers)
  } catch (error) {
    context.log.error(
      { supplier: supplier.name, error: errorForLog(error) },
      'flight search failed',
    )
  }
}

/** What calendars show later. Of one way and of returns, in lari; other currencies are left out. */
async function rememberLowest(
  context: Context,
  supplier: SupplierName,
  criteria: SearchCriteria,
  offers: readonly FlightOffer[],
): Promise<void> {
  const [out, back] = criteria.slices
  if (!out || criteria.slices.length > 2) return
  // Kept under its two days, which a trip there alone has in common with one there and back on a day.
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
    [...lowest.values()].map((one) => ({ ...about, ...one })),
  )
}

/** Ends when no supplier is being asked any more: for a process that closes, and for tests. */
export async function searchesSettled(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}
