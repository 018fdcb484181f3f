import { invariant, ok } from '#kernel/result.ts'
import {
  lockPayment,
  logPayment,
  movePayment,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'
import { walletProviderOf } from './wallet-provider.ts'

const nextPollSeconds = 5

/**
 * What the bank knows of a wallet's payment whose reply was lost. `none`: not a wallet's. `page`: the bank wants to see
 * the buyer, on a page that is recorded now. `unpaid`: the bank has taken nothing and will not. `unclear`: it may have.
 */
export type LostWallet = 'none' | 'page' | 'unpaid' | 'unclear'

/**
 * Asks the bank for the order again under our own reference, without a wallet's token: it answers as it did the first
 * time, or opens an order that nobody can pay, under which a first request that arrives late opens no other.
 */
export async function findLostWallet(
  context: Context,
  ports: CheckoutPorts,
  payment: Payment,
): Promise<LostWallet> {
  const provider = walletProviderOf(ports)
  if (provider === undefined || provider !== findProvider(ports, payment.provider)) return 'none'
  let { externalId } = payment
  if (externalId === null) {
    const addresses = paymentAddresses(context, payment, {})
    invariant(addresses.ok, 'the addresses were accepted before')
    const answer = await provider.askAgain({
      paymentId: payment.id,
      amount: payment.amount,
      ...addresses.value,
      description: 'Bileti',
    })
    if (answer.kind !== 'answered') return 'unclear'
    await record(context, payment, answer.value)
    if (answer.value.approvalUrl !== null) return 'page'
    externalId = answer.value.externalId
  }
  const said = await provider.read(externalId)
  return said.kind === 'answered' && said.value.isUntouched === true ? 'unpaid' : 'unclear'
}

async function record(
  context: Context,
  { id }: Payment,
  found: { readonly externalId: string; readonly approvalUrl: string | null },
): Promise<void> {
  await inTransaction(context, async (inside) => {
    const payment = await lockPayment(inside, id)
    if (payment.externalId !== null) return ok(payment)
    await logPayment(inside, payment, 'creation-found', { externalId: found.externalId })
    const { externalId, approvalUrl } = found
    const page = approvalUrl === null ? {} : { approvalUrl }
    const nextPollAt = new Date(inside.clock.now().getTime() + nextPollSeconds * 1_000)
    return ok(
      await movePayment(inside, payment, payment.state, { externalId, ...page, nextPollAt }),
    )
  })
}
