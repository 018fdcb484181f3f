/** Valid input for the calls about tickets in wallets. */
import type { Call } from '#contract/call.ts'
import { makeWalletKeys } from '../../fakes/wallets/keys.ts'
import { expectOk, purchase } from './purchases.ts'
import type { HostileShop } from './shop.ts'

export const passType = 'pass.example.bileti'
const device = 'c'.repeat(32)

/** Settings with new keys. */
export function walletKeys(): Record<string, string> {
  const {
    root: _root,
    service: _service,
    ...keys
  } = makeWalletKeys({
    passTypeId: passType,
    teamId: 'TEAM000000',
    now: new Date(),
  })
  return keys
}

export const isAboutPasses = (call: Call): boolean => /\/wallet(\/|$)/.test(call.path)

/** An existing pass, with the credential of the call: the holder's token, or the pass's token of a device. */
export async function passValues(
  shop: HostileShop,
  call: Call,
  holder: { readonly token: string; readonly ticketIdentifier: unknown },
): Promise<{ token: string; values: Record<string, unknown> }> {
  if (call.id === 'tickets-wallet') return { token: holder.token, values: { kind: 'apple' } }
  let { ticketIdentifier } = holder
  if (ticketIdentifier === undefined) {
    const event = await shop.event({ placesPerOrderMax: 1_000 })
    const request = { event, placeIds: [1] }
    const made = await purchase(shop, { token: holder.token, station: 'paid', request })
    ticketIdentifier = made.ticketIdentifiers[0]
  }
  await expectOk(shop.post('/v2/tickets/wallet', { ticketIdentifier, kind: 'apple' }, holder.token))
  if (call.id === 'own-wallet-pass-file') return { token: holder.token, values: {} }
  const { id: serial } = await shop.context.db
    .selectFrom('wallet_pass')
    .innerJoin('ticket', 'ticket.id', 'ticket_id')
    .select('wallet_pass.id')
    .where('identifier', '=', String(ticketIdentifier))
    .executeTakeFirstOrThrow()
  const token = `ApplePass ${await shop.ports.tickets.passTokens.token(shop.context, serial)}`
  const isKnown = call.id === 'own-wallet-changed' || call.id === 'own-wallet-unregister'
  if (isKnown)
    await shop.context.db
      .insertInto('wallet_registration')
      .values({ device, pass_id: serial, registered_at: shop.context.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return { token, values: { passType, device, serial, pushToken: 'push', logs: ['It is broken'] } }
}
