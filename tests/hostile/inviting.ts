/** Valid input for the calls by which another person pays for an order or comes along. */
import type { Call } from '#contract/call.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { expectOk, purchase } from './purchases.ts'
import type { HostileShop } from './shop.ts'

/** Whether a call uses another person's invitation. */
export function isInvited(call: Call): boolean {
  return /^own-invitation(-|$)/.test(call.id)
}

/** Another person's invitation to an order: to come along for the call that accepts, else to pay. */
export async function invitedValues(shop: HostileShop, call: Call, event: MadeEvent) {
  const owner = await shop.customer()
  const request = { event, placeIds: [5, 6] }
  const { orderKey, total } = await purchase(shop, { token: owner, station: 'checkout', request })
  const purpose = call.id === 'own-invitation-accept' ? 'join' : 'pay'
  const { url } = await expectOk(shop.post('/v2/orders/invite', { orderKey, purpose }, owner))
  return { token: String(url).split('/').at(-1), totalMinor: total, name: 'Giorgi' }
}

/** An invitation by the caller. */
export async function invitationOf(
  shop: HostileShop,
  owner: { readonly token: string; readonly orderKey: unknown },
): Promise<string> {
  const body = { orderKey: owner.orderKey, purpose: 'join' }
  const made = await expectOk(shop.post('/v2/orders/invite', body, owner.token))
  return made.invitationId
}
