import { ticketStatus } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Order, SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { PermanentFailure } from '#platform/jobs/jobs.ts'
import { orderAddress } from '../emails/order-address.ts'
import { readTicketsOfOrders } from '../store.ts'
import { recipientsOf, type LinkPorts } from './recipients.ts'

/** Somebody who holds tickets of an order for one item, and is reached by email. */
interface LetterHolder {
  readonly to: string
  readonly locale: Locale
  /** Opens their tickets. */
  readonly url: string
  /** The lines of the order that their tickets are for. */
  readonly lineIds: ReadonlySet<number>
  /** Distinguishes their letter from those of others about the same change; empty for the buyer. */
  readonly mark: string
}

/**
 * Who is told by email of other places of an item: each present holder of valid tickets, of their own. Where tickets are
 * not issued yet it is the buyer.
 */
export async function listLetterHolders(
  context: Context,
  ports: LinkPorts,
  order: Order,
  { source, itemId }: Pick<SoldItem, 'source' | 'itemId'>,
): Promise<LetterHolder[]> {
  const tickets = await readTicketsOfOrders(context.db, [order.id])
  const own = tickets.filter((one) => one.source === source && one.itemId === itemId)
  const { locale, buyer, lines } = order
  if (own.length === 0) {
    if (buyer.email === '') return []
    const url = await orderAddress(context, ports, order)
    return [{ to: buyer.email, locale, url, lineIds: new Set(lines.map(({ id }) => id)), mark: '' }]
  }
  const valid = own.filter(({ status }) => status === ticketStatus.Active)
  const holders = await recipientsOf(
    context,
    ports,
    order,
    valid.map((ticket) => ({ ticket })),
  )
  return holders.flatMap(({ recipient, held }) => {
    if (recipient?.channel !== 'email') return []
    return [
      {
        to: recipient.address,
        locale: recipient.locale,
        url: recipient.url,
        lineIds: new Set(held.map(({ ticket }) => ticket.orderLineId)),
        mark: recipient.isBuyer ? '' : `-${held[0]?.ticket.id}`,
      },
    ]
  })
}

/** Sends a letter to each holder; one address that is refused keeps it from nobody else. */
export async function sendToEach(
  holders: readonly LetterHolder[],
  send: (holder: LetterHolder) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const holder of holders) await send(holder).catch((error: unknown) => failures.push(error))
  const temporary = failures.find((failure) => !(failure instanceof PermanentFailure))
  if (failures.length > 0) throw temporary ?? failures[0]
}
