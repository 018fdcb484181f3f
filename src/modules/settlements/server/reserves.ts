/** The part of an organiser's balance that is reserved for upcoming dates. */
import { basisPoints } from '#kernel/money-arithmetic.ts'
import { money } from '#kernel/money.ts'
import { refreshAllSales, sumOpenSales } from '#modules/merchant/server/public-api.ts'
import { sumPendingRefunds, type TicketSource } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { defaultTerms, type Terms } from './terms.ts'

/** Sales of a date become available this long after its start, because it may still be cancelled until then. */
const reservedHoursAfterStart = 48
const upcomingDays = 800

export interface UpcomingItems {
  readonly source: string
  readonly itemIds: readonly number[]
}

/** Reads the items of all sources whose sales are still reserved. */
export type UpcomingReader = (context: Context) => Promise<readonly UpcomingItems[]>

/** Items that began less than two days ago or are upcoming, whose sales are not available yet. */
export async function listUpcoming(
  context: Context,
  sources: readonly TicketSource[],
): Promise<readonly UpcomingItems[]> {
  const now = context.clock.now().getTime()
  const from = new Date(now - reservedHoursAfterStart * 3_600_000)
  const until = new Date(now + upcomingDays * 86_400_000)
  const upcoming: UpcomingItems[] = []
  // One after the other, because statements read them on the one connection of their transaction.
  for (const source of sources) {
    const items = await source.listStarting(context, from, until)
    upcoming.push({ source: source.name, itemIds: [...new Set(items.map(({ itemId }) => itemId))] })
  }
  return upcoming
}

const cacheMilliseconds = 30_000

/** `listUpcoming`, cached for half a minute outside transactions, since it is the same for all organisers. */
export function createUpcomingReader(sources: readonly TicketSource[]): UpcomingReader {
  const read = createTtlCache<number, readonly UpcomingItems[]>({
    milliseconds: cacheMilliseconds,
    most: 1,
    read: (context) => listUpcoming(context, sources),
  })
  return (context) => read(context, Math.floor(context.clock.now().getTime() / cacheMilliseconds))
}

/** Processes the newest sales, so that few remain to be counted from their tickets. Runs outside a transaction. */
export async function refreshSales(context: Context): Promise<void> {
  await refreshAllSales(context)
}

/**
 * The reserve of an organiser in minor units: the agreed share of what it earns of valid tickets to items whose sales are
 * not available yet, and the whole of what it earns of tickets that are still to be refunded because their item was
 * cancelled. Earned as in the ledger: the price less the discounts that the organiser funds, before commission.
 */
export async function readReserve(
  context: Context,
  merchantId: number,
  terms: Pick<Terms, 'reserveBasisPoints'> | undefined,
  upcoming: readonly UpcomingItems[],
): Promise<number> {
  const { reserveBasisPoints } = terms ?? defaultTerms
  const share = (minor: number) => basisPoints(money(minor), reserveBasisPoints).amount
  // Read first: a refund in between is posted before the balance is read.
  const { ofItemsMinor, elsewhereMinor } = await sumPendingRefunds(context, merchantId, upcoming)
  const soldMinor = reserveBasisPoints === 0 ? 0 : await sumOpenSales(context, merchantId, upcoming)
  return share(soldMinor) + (ofItemsMinor - share(ofItemsMinor)) + elsewhereMinor
}
