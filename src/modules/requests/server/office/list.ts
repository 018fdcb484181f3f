import { sql } from 'kysely'
import { spanOf } from '#kernel/day-span.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { itemKey } from '#modules/orders/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { PurchaseRequestStatus } from '../../contract.ts'
import type { OperatorRequestView, RequestView } from '../../office-contract.ts'
import { describeRequested } from '../describe-requested.ts'
import type { RequestPorts } from '../request-source.ts'
import { countRequests, readRequests } from '../store.ts'
import { presentRequests } from './present.ts'

interface MerchantQuery {
  readonly eventId: number
  readonly source: string
  readonly legFrom?: number | undefined
  readonly legTo?: number | undefined
  readonly status?: PurchaseRequestStatus | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly requestDateFrom?: string | undefined
  readonly requestDateTo?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** Requests for one of the merchant's own items; other merchants' items are not found. */
export async function listForMerchant(
  context: Context,
  { sources }: RequestPorts,
  { merchantId }: StaffActor,
  query: MerchantQuery,
): Promise<Result<{ totalCount: number; items: RequestView[] }, 'NotFound'>> {
  const { requestDateFrom: dateFrom, requestDateTo: dateTo, eventId: itemId, ...rest } = query
  const source = sources.find(({ name }) => name === query.source)
  if (!source || (await source.readMerchantOf(context, itemId)) !== merchantId)
    return fail('NotFound')
  const filter = { ...rest, itemId, merchantId, ...spanOf({ dateFrom, dateTo }) }
  const { requests, totalCount } = await readRequests(context, filter)
  return ok({ totalCount, items: await presentRequests(context, requests) })
}

/** Maximum number of listed items; those with undecided requests come first. */
const itemsMax = 200

/** The merchant's items that have requests, those with undecided requests first. */
export async function listRequestedItems(
  context: Context,
  ports: RequestPorts,
  { merchantId }: StaffActor,
) {
  const counts = await countRequests(context, { merchantId, most: itemsMax })
  const items = await describeRequested(context, ports, counts)
  return counts
    .flatMap(({ itemId, ...count }) => {
      const item = items.get(itemKey({ ...count, itemId }))
      if (!item) return []
      return [
        {
          ...count,
          eventId: itemId,
          name: item.name[context.locale],
          venue: item.venue[context.locale],
          startsAt: item.startsAt.toISOString(),
          timeZone: item.timeZone,
        },
      ]
    })
    .toSorted(
      (one, other) =>
        Number(other.newCount > 0) - Number(one.newCount > 0) ||
        one.startsAt.localeCompare(other.startsAt),
    )
}

interface OperatorQuery {
  readonly status?: PurchaseRequestStatus | undefined
  readonly source?: string | undefined
  readonly eventId?: number | undefined
  readonly offset: number
  readonly limit: number
}

/** Requests of all merchants, with the requested items. */
export async function listForOperator(
  context: Context,
  ports: RequestPorts,
  { eventId: itemId, ...query }: OperatorQuery,
): Promise<{ totalCount: number; items: OperatorRequestView[] }> {
  const { requests, totalCount } = await readRequests(context, { ...query, itemId })
  const [views, items, organisers] = await Promise.all([
    presentRequests(context, requests),
    describeRequested(context, ports, requests),
    readMerchantNames(context, [...new Set(requests.map(({ merchantId }) => merchantId))]),
  ])
  const { locale } = context
  return {
    totalCount,
    items: views.map((view, index) => {
      const request = requests[index]
      const item = request && items.get(itemKey(request))
      return {
        ...view,
        item: item
          ? {
              name: item.name[locale],
              venue: item.venue[locale],
              startsAt: item.startsAt.toISOString(),
              timeZone: item.timeZone,
            }
          : null,
        organiser: (request && organisers.get(request.merchantId)?.[locale]) ?? '',
      }
    }),
  }
}

async function readMerchantNames(
  context: Context,
  merchantIds: readonly number[],
): Promise<ReadonlyMap<number, LocalizedText>> {
  const { rows } = await sql<{ merchantId: number; name: LocalizedText }>`
    select merchant_id as "merchantId", name from merchant_summary
    where merchant_id = any(${[...merchantIds]}::integer[])`.execute(context.db)
  return new Map(rows.map(({ merchantId, name }) => [merchantId, name]))
}
