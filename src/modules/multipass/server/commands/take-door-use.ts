import { holdPlaces, returnPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { findCardOfTicket } from '../find-card.ts'
import { usesPoolId } from '../rules.ts'
import { refusalOfCard } from './apply-pass.ts'
import { addEntries, recordFirstUse } from '../store.ts'

/**
 * Takes one use of a scanned pass, in the transaction that records the scan. The key of the entry contains the scan's
 * id, so that `returnDoorUse` can find it.
 */
export async function takeDoorUse(
  context: Context,
  request: { readonly ticketId: number; readonly scanId: number; readonly at: Date },
): Promise<'taken' | 'used-up' | 'not-valid'> {
  invariant(context.db.isTransaction, 'a use is taken in the transaction of its scan')
  const { ticketId, scanId, at } = request
  const found = await findCardOfTicket(context, ticketId)
  if (!found || refusalOfCard(found, at)) return 'not-valid'
  const allocation = {
    holdId: context.random.uuid(),
    offeringId: found.card.offeringId,
    legFrom: 0,
    legTo: 1,
    places: [],
    pools: [{ poolId: usesPoolId, quantity: 1 }],
  }
  const until = new Date(context.clock.now().getTime() + 60_000)
  const [held] = await holdPlaces(context, [{ ...allocation, until }])
  if (!held?.ok) return 'used-up'
  const sold = await sellPlaces(context, [allocation])
  invariant(sold.ok, 'the hold of the same transaction is sold')
  await addEntries(context, [
    {
      ticketId,
      kind: 'door',
      uses: -1,
      key: `door ${scanId} ${allocation.holdId}`,
      orderId: null,
      item: null,
    },
  ])
  await recordFirstUse(context, [ticketId], at)
  return 'taken'
}

/** Returns the use that a scan took, in the transaction that undoes the scan. Returns whether it had taken one. */
export async function returnDoorUse(
  context: Context,
  request: { readonly ticketId: number; readonly scanId: number },
): Promise<boolean> {
  invariant(context.db.isTransaction, 'a use is returned in the transaction that undoes its scan')
  const { ticketId, scanId } = request
  const found = await findCardOfTicket(context, ticketId)
  const entry = await context.db
    .selectFrom('multipass_entry')
    .select('idempotency_key as key')
    .where('ticket_id', '=', ticketId)
    .where('idempotency_key', 'like', `door ${scanId} %`)
    .executeTakeFirst()
  if (!found || !entry) return false
  const added = await addEntries(context, [
    { ticketId, kind: 'door-undone', uses: 1, key: `undone ${scanId}`, orderId: null, item: null },
  ])
  if (added === 0) return false
  const allocation = {
    holdId: entry.key.slice(`door ${scanId} `.length),
    offeringId: found.card.offeringId,
    legFrom: 0,
    legTo: 1,
    places: [],
    pools: [{ poolId: usesPoolId, quantity: 1 }],
  }
  await returnPlaces(context, [allocation], { asResale: false })
  return true
}
