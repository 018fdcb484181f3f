import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  insertPayment,
  listUnopened,
  sumOpenTopUps,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { logBalance, readAvailable } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { paymentAddresses } from './addresses.ts'
import { closeLostCreation } from './close-lost-creation.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'
import { askProvider, recordCreation } from './open-session.ts'

/** Maximum balance after a top-up, in tetri. */
const balanceMax = 1_000_000

export interface OwnPaymentOptions {
  readonly provider: number
  /** Return path on our own origin. */
  readonly continueUrl?: string
}

/** Begins a top-up of the calling customer's balance. The received amount is credited exactly once, however late. */
export async function startTopUp(
  context: Context,
  ports: CheckoutPorts,
  options: OwnPaymentOptions & { readonly amountMinor: number },
): Promise<Result<Payment, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  return startOwn(context, ports, { ...options, purpose: 'top-up' })
}

/** Begins registering a card with the bank, without a charge. */
export function startCardSaving(
  context: Context,
  ports: CheckoutPorts,
  options: OwnPaymentOptions,
): Promise<Result<Payment, ErrorCode>> {
  return startOwn(context, ports, { ...options, purpose: 'card', amountMinor: 0 })
}

async function startOwn(
  context: Context,
  ports: CheckoutPorts,
  options: OwnPaymentOptions & {
    readonly purpose: 'top-up' | 'card'
    readonly amountMinor: number
  },
): Promise<Result<Payment, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const { purpose, amountMinor } = options
  const provider = findProvider(ports, options.provider)
  if (!provider?.currencies.includes('GEL')) return fail('PaymentProviderNotAvailable')
  // Earlier attempts whose page nobody has seen count towards no limit, and money that did arrive is credited first.
  for (const open of await listUnopened(context, customerId))
    await closeLostCreation(context, ports, open)
  const begun = await inTransaction(
    context,
    async (inside): Promise<Result<Payment, ErrorCode>> => {
      const now = inside.clock.now()
      if (purpose === 'top-up' && !(await fitsBalance(inside, customerId, amountMinor)))
        return fail('BalanceLimitReached')
      const payment = await insertPayment(inside, {
        purpose,
        customerId,
        saveCard: purpose === 'card',
        provider: provider.number,
        amount: money(amountMinor),
        expiresAt: new Date(now.getTime() + provider.sessionMinutesMax * 60_000),
      })
      invariant(payment, 'a payment with a subject of its own is the only one of it')
      const addresses = paymentAddresses(inside, payment, options)
      if (!addresses.ok) return addresses
      if (purpose === 'top-up')
        await logBalance(inside, customerId, {
          kind: 'top-up-started',
          amount: payment.amount,
          reference: payment.id,
        })
      return ok(payment)
    },
  )
  if (!begun.ok) return begun
  const payment = begun.value
  const description = purpose === 'card' ? 'Bileti card' : 'Bileti balance'
  const { continueUrl } = options
  const answer = await askProvider(context, provider, { payment, description, continueUrl })
  return recordCreation(context, payment, answer)
}

/**
 * Whether the balance stays within its limit when this top-up and all that are under way arrive. Serialised per
 * customer, so that parallel requests count each other.
 */
async function fitsBalance(
  context: Context,
  customerId: string,
  amountMinor: number,
): Promise<boolean> {
  const lock = `top-up ${customerId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(context.db)
  const available = await readAvailable(context, customerId, 'GEL')
  const underWay = await sumOpenTopUps(context, customerId)
  return available + underWay + amountMinor <= balanceMax
}
