import { setTimeout as pause } from 'node:timers/promises'
import type { TpayFake } from '../../fakes/tpay/start.ts'
import type { MadeEvent } from '../../src/modules/events/tests/factories.ts'

/** What the shop has said yes to; none of it may be lost. */
interface Acknowledged {
  /** Orders whose places the shop said are held. */
  readonly holds: { readonly orderKey: string; readonly token: string }[]
  /** Orders the shop said are sold. */
  readonly sales: string[]
}

export interface Crowd {
  readonly origin: string
  readonly events: readonly MadeEvent[]
  readonly bank: TpayFake
  readonly random: () => number
  readonly acknowledged: Acknowledged
  /** How many requests got no answer, because their server died. */
  cutOff: number
  /** Payments of which the bank took too little, so that the shop has to give them back. */
  underpaid: number
}

type Answer = { status: number; body: Record<string, unknown> } | null

/** One shopper after another, each from an empty basket to the bank and back, until told to stop. */
export async function shop(crowd: Crowd, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const wasServed = await buy(crowd)
    // A dead shop is asked again a little later, as people do.
    if (!wasServed) await pause(100)
  }
}

/** Answers whether the shop was there at all. */
async function buy(crowd: Crowd): Promise<boolean> {
  const chosen = await post(crowd, '/v2/Booking/choose-seat', request(crowd))
  if (chosen === null) return false
  if (chosen.status !== 200) return true
  const token = String(chosen.body.accessToken)
  const orderKey = String(chosen.body.orderKey)
  crowd.acknowledged.holds.push({ orderKey, token })
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  const details = { orderKey, buyer, acceptTerms: true }
  const checkedOut = await post(crowd, '/groot/Orders/checkout', details, token)
  if (checkedOut?.status !== 200) return checkedOut !== null
  const payment = await post(
    crowd,
    '/groot/Orders/create-payment',
    { orderKey, provider: 2 },
    token,
  )
  if (payment?.status !== 200) return payment !== null
  goToBank(crowd, String(payment.body.redirectUrl))
  const { paymentId } = payment.body
  const finished = await post(crowd, '/v2/payments/tpay/finish', { paymentId }, token)
  if (finished?.body.orderStatusName === 'Processed') crowd.acknowledged.sales.push(orderKey)
  return finished !== null
}

function request({ events, random }: Crowd): object {
  const event = events[Math.floor(random() * events.length)] as MadeEvent
  const { eventId } = event
  if (random() < 0.3) {
    const { ticketTypeId } = event.poolTypes[1] as { ticketTypeId: number }
    return { eventId, places: [{ ticketTypeId, quantity: 1 + Math.floor(random() * 3) }] }
  }
  const first = 1 + Math.floor(random() * 39)
  const seats = [first, first + 1].map((placeId) => ({
    placeId,
    ticketTypeId: event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId,
  }))
  return { eventId, seats }
}

/** Most pay, some are declined, some walk away; of some the bank takes too little, which must go back. */
function goToBank(crowd: Crowd, redirectUrl: string): void {
  const { bank, random } = crowd
  const payId = redirectUrl.split('/').at(-1) ?? ''
  const chance = random()
  if (chance < 0.2) bank.misbehave({ approveAmountMinor: 1 }, payId)
  if (chance < 0.7) {
    const isPaid = payQuietly(bank, payId)
    if (isPaid && chance < 0.2) crowd.underpaid += 1
  } else if (chance < 0.85) bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
}

/** The bank may have ended the session in the meantime; answers whether it took the card. */
function payQuietly(bank: TpayFake, payId: string): boolean {
  try {
    bank.pay(payId, { kind: 'approve' })
    return true
  } catch {
    // A payment that takes no card any more is not what this test is about.
    return false
  }
}

/** Pays sessions whose address never reached a shopper: their creation was cut off on the way back. */
export function payStrays({ bank, random }: Crowd): void {
  for (const payment of bank.payments()) {
    if (payment.status === 'Created' && random() < 0.5) payQuietly(bank, payment.payId)
  }
}

async function post(crowd: Crowd, path: string, body: object, token?: string): Promise<Answer> {
  try {
    const reply = await fetch(`${crowd.origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  } catch {
    crowd.cutOff += 1
    return null
  }
}
