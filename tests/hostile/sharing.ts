/** Valid input for the calls that transfer tickets. */
import type { Call } from '#contract/call.ts'
import type { ValidInput } from './inputs.ts'
import { expectOk, purchase } from './purchases.ts'
import type { HostileShop } from './shop.ts'

/** The token of a link to another person's ticket: a transferring one if the call accepts tickets. */
export async function sharingToken(shop: HostileShop, call: Call): Promise<string> {
  const token = await shop.customer()
  const event = await shop.event({ placesPerOrderMax: 1_000 })
  const request = { event, placeIds: [1] }
  const { ticketIdentifiers } = await purchase(shop, { token, station: 'paid', request })
  const [ticketIdentifier] = ticketIdentifiers
  const body = { ticketIdentifier, handsOver: call.id === 'own-ticket-take-over' }
  const made = await expectOk(shop.post('/v2/tickets/share-url', body, token))
  return made.ticketShareToken
}

let sentCount = 0

/** Fields that are optional in the schema although one of them is required. */
export function sharingInput(call: Call, ticketIdentifier: unknown): ValidInput | null {
  if (call.id === 'tickets-share-url-get') return { query: { ticketIdentifier } }
  if (['tickets-share', 'tickets-donate'].includes(call.id)) {
    sentCount += 1
    return { body: { ticketIdentifier, email: `friend-${sentCount}@example.com` } }
  }
  const isOne = /^tickets-(unshare|share-url-create|donate-to-organizer)$/.test(call.id)
  return isOne ? { body: { ticketIdentifier } } : null
}
