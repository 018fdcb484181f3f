import { orderStatus, paymentProvider } from '#contract/enumerations.ts'
import { uuid } from '#contract/fields.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import {
  pollSoon,
  bindCharge,
  findPayment,
  validUntilOf,
  isOpenState,
  logPayment,
  toProviderPayment,
  tokenOfPayment,
  wholeNumber,
  writeNoOffer,
  writeOffer,
  writeRegistered,
  type GcCaller,
  type Payment,
  type ProviderPayment,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CallContext, RawReply } from '#platform/http/implement.ts'
import { countRefusal } from '#platform/refusals.ts'
import type { CheckoutPorts } from './ports.ts'
import { applyReport } from './settle-payment.ts'

/** Writes a refusal in the format of the respective call. */
type Refuse = (reason: string) => string

/** Content of both calls: the bank's transaction and our payment. */
interface Brought {
  readonly parameters: ReadonlyMap<string, string>
  readonly trxId: string
  readonly payment: Payment
}

/**
 * The bank's check, before it takes money: yes and how much, or no. The decision uses only our own record of the
 * payment; the amount sent by the buyer's browser must match it.
 */
export async function answerAvailability(
  context: CallContext,
  ports: CheckoutPorts,
): Promise<RawReply> {
  const brought = await readCall(context, ports.gc, writeNoOffer)
  if ('contentType' in brought) return brought
  const { payment, trxId } = brought
  const offered = await offer(context, ports, brought)
  await logPayment(context, payment, 'gc-check', {
    trxId,
    answer: offered.ok ? 'offered' : offered.code,
  })
  return xml(offered.ok ? offered.value : writeNoOffer(offered.code))
}

async function offer(
  context: Context,
  { gc }: CheckoutPorts,
  { payment, trxId, parameters }: Brought,
): Promise<Result<string>> {
  const amount = parameters.get('o.amount')
  if (wholeNumber(amount) !== payment.amount.amount) return fail('Another amount')
  if (!isOpenState(payment.state)) return fail('The payment is over')
  if (payment.expiresAt <= context.clock.now()) return fail('The time to pay has passed')
  const description = await describe(context, payment)
  if (!description.ok) return description
  // The token is returned last and only once, because it permits a charge of the card.
  const token = await tokenOfPayment(context, payment)
  if (
    payment.cardId !== null &&
    (token === null || !(await bindCharge(context, payment.id, trxId)))
  )
    return fail('The card is not to be charged')
  return ok(
    writeOffer({
      paymentId: payment.id,
      amount: payment.amount,
      description: description.value,
      accountId: gc?.accountId ?? '',
      savesCard: payment.saveCard,
      token,
    }),
  )
}

/** Description for the buyer's statement, if there is still something to pay. */
async function describe(context: Context, payment: Payment): Promise<Result<string>> {
  if (payment.purpose !== 'order') return ok('Bileti balance')
  const order = await findOrder(context, { orderKey: payment.orderKey })
  if (order?.status !== orderStatus.PaymentPending) return fail('The order is not to be paid')
  if (order.deadlineAt <= context.clock.now()) return fail('The time to pay has passed')
  const { amount, currency } = payment.amount
  if (order.totalMinor !== amount || order.currency !== currency)
    return fail('The order has another amount')
  return ok(`Bileti ${order.orderNumber}`)
}

/**
 * The bank's register call. A success is signed and therefore accepted; it is applied like any other answer of a
 * provider, which compares amount, currency and order. Anything else only triggers a query, since the buyer may have
 * started again meanwhile. Once recorded, it is answered with code 1 in every case.
 */
export async function answerRegistration(
  context: CallContext,
  ports: CheckoutPorts,
): Promise<RawReply> {
  const refuse: Refuse = (reason) => writeRegistered(false, reason)
  const brought = await readCall(context, ports.gc, refuse)
  if ('contentType' in brought) return brought
  const { payment, parameters, trxId } = brought
  const merchantTrx = parameters.get('merchant_trx')
  if (merchantTrx !== undefined && merchantTrx !== payment.id) return xml(refuse('Another payment'))
  const resultCode = parameters.get('result_code') ?? ''
  if (resultCode !== '1' && resultCode !== '2') return xml(refuse('No result'))
  const extendedCode = parameters.get('ext_result_code') ?? null
  await logPayment(context, payment, 'gc-register', { trxId, resultCode, extendedCode })
  const taken = resultCode === '1' ? readTaken(brought, ports.gc) : null
  if (taken) await applyReport(context, ports, payment, taken)
  else await pollSoon(context, payment.id)
  return xml(writeRegistered(true, 'OK'))
}

/** The amount that the bank reports as taken; null when it cannot be parsed, so that the bank is queried. */
function readTaken(
  { parameters, trxId, payment }: Brought,
  gc: GcCaller | undefined,
): ProviderPayment | null {
  const amountMinor = wholeNumber(parameters.get('amount'))
  const currency = parameters.get('currency')
  if (amountMinor === null || amountMinor === 0 || currency === undefined) return null
  if (parameters.get('account_id') !== gc?.accountId) return null
  const isReservedForCode = parameters.get('p.storage.card.registered') === 'Y'
  return toProviderPayment({
    trxId,
    paymentId: payment.id,
    resultCode: '1',
    extendedCode: parameters.get('ext_result_code') ?? null,
    amountMinor,
    currency,
    returnedMinor: 0,
    rrn: parameters.get('p.rrn') ?? null,
    // A repeated payment names the first transaction with the card.
    card: isReservedForCode
      ? {
          token: trxId,
          mask: parameters.get('p.maskedPan') ?? '',
          goodUntil: validUntilOf(parameters.get('p.storage.card.expDt')),
        }
      : null,
    at: new Date(0),
  })
}

/** The verified caller, transaction and payment; a refusal when any of them is invalid. */
async function readCall(
  context: CallContext,
  gc: GcCaller | undefined,
  refuse: Refuse,
): Promise<Brought | RawReply> {
  if (!gc || !context.arrived) return xml(refuse('Not in service'))
  const read = gc.read(context.arrived)
  if (!read.ok) {
    countRefusal('bank-signature')
    return { ...xml(refuse('Not authorised')), status: 401 }
  }
  const parameters = read.value
  if (parameters.get('merch_id') !== gc.merchantId) return xml(refuse('Another merchant'))
  const trxId = parameters.get('trx_id') ?? ''
  if (!/^[\w-]{1,100}$/.test(trxId)) return xml(refuse('No transaction'))
  const paymentId = uuid.safeParse(parameters.get('o.payment_id'))
  const payment = paymentId.success ? await findPayment(context, paymentId.data) : null
  if (payment?.provider !== paymentProvider.gc) return xml(refuse('No such payment'))
  return { parameters, trxId, payment }
}

function xml(content: string): RawReply {
  return { contentType: 'text/xml; charset=utf-8', content }
}
