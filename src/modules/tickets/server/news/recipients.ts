/** Who holds tickets now, and where each of them is reached. */
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { findRecipient } from '#modules/accounts/server/public-api.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { orderAddress } from '../emails/order-address.ts'
import type { TicketPorts } from '../ports.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { isTransferred } from '../transfer/holder.ts'
import { sharedPath } from '../transfer/share-tokens.ts'
import { readContacts, type Contact } from './contacts.ts'

/** Makes the links by which tickets are opened. */
export type LinkPorts = Pick<TicketPorts, 'guestLinks' | 'shareTokens'>

/** A person who holds tickets of an order. */
export interface Recipient {
  readonly isBuyer: boolean
  readonly channel: 'email' | 'phone'
  readonly address: string
  readonly locale: Locale
  /** Opens the tickets. */
  readonly url: string
}

/** Tickets of one holder; `null`: no address of theirs is known, so that only the page and wallets tell them. */
export interface HeldBy<Held> {
  readonly recipient: Recipient | null
  readonly held: readonly Held[]
}

type WithTicket = Pick<HeldTicket, 'ticket'>

/** Groups tickets of one order by their present holders. */
export async function recipientsOf<Held extends WithTicket>(
  context: Context,
  ports: LinkPorts,
  order: Order,
  held: readonly Held[],
): Promise<HeldBy<Held>[]> {
  const contacts = await readContacts(
    context,
    held.map(({ ticket }) => ticket.id),
  )
  const groups = Map.groupBy(held, ({ ticket }) => {
    if (!isTransferred(ticket)) return 'buyer'
    return (
      ticket.holderCustomerId ?? contactKey(contacts.get(ticket.id)) ?? `${ticket.holderSessionId}`
    )
  })
  const found: HeldBy<Held>[] = []
  for (const own of groups.values()) {
    const [first] = own
    if (first)
      found.push({
        held: own,
        recipient: await recipientOf(context, ports, order, { first, contacts }),
      })
  }
  return found
}

/** Tickets that one person took over by different links may be told in one message, but each link opens its own. */
function contactKey(contact: Contact | undefined): string | undefined {
  return contact && `${contact.address} ${contact.keepShareId}`
}

async function recipientOf(
  context: Context,
  ports: LinkPorts,
  order: Order,
  {
    first,
    contacts,
  }: { readonly first: WithTicket; readonly contacts: ReadonlyMap<number, Contact> },
): Promise<Recipient | null> {
  const { ticket } = first
  if (!isTransferred(ticket)) {
    const { locale, buyer } = order
    if (buyer.email === '') return null
    const url = await orderAddress(context, ports, order)
    return { isBuyer: true, channel: 'email', address: buyer.email, locale, url }
  }
  const absolute = (locale: Locale, path: string) => context.origin + localizedPath(locale, path)
  if (ticket.holderCustomerId !== null) {
    const customer = await findRecipient(context, ticket.holderCustomerId)
    if (!customer) return null
    const { email, locale } = customer
    const url = absolute(locale, '/account/received')
    return { isBuyer: false, channel: 'email', address: email, locale, url }
  }
  const contact = contacts.get(ticket.id)
  if (!contact) return null
  const { channel, address, locale, keepShareId } = contact
  const path =
    keepShareId === null
      ? '/account/received'
      : sharedPath(await ports.shareTokens.token(context, keepShareId))
  return { isBuyer: false, channel, address, locale, url: absolute(locale, path) }
}
