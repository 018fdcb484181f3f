import { setTimeout as pause } from 'node:timers/promises'
import type { MadeEvent } from '../../src/modules/events/tests/factories.ts'
import type { Till } from './till.ts'

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
  readonly till: Till
  readonly random: () => number
  readonly acknowledged: Acknowledged
  /** How many requests got no answer, because their server died. */
  cutOff: number
  /** Calls that had no answer after ten seconds. */
  readonly unanswered: string[]
  /** Payments of which the bank took too little, so that the shop has to give them back. */
  underpaid: number
}

type Answer = { status: number; body: Record<string, unknown> } | null

/** How far somebody came: to the bank; to a no, because a place is taken, say; or the shop could not serve them. */
export type Visit = 'bank' | 'refused' | 'not served'

/** One shopper after another, each from an empty basket to the bank and back, until told to stop. */
export async function shop(crowd: Crowd, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    // A dead shop is asked again a little later, as people do.
    if ((await buy(crowd)) === 'not served') await pause(100)
  }
}

export async function buy(crowd: Crowd): Promise<Visit> {
  const chosen = await post(crowd, '/v2/Booking/choose-seat', request(crowd))
  if (chosen?.status !== 200) return refusal(chosen)
  const token = String(chosen.body.accessToken)
  const orderKey = String(chosen.body.orderKey)
  crowd.acknowledged.holds.push({ orderKey, token })
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  const details = { orderKey, buyer, acceptTerms: true }
  const checkedOut = await post(crowd, '/groot/Orders/checkout', details, token)
  if (checkedOut?.status !== 200) return refusal(checkedOut)
  const payment = await post(
    crowd,
    '/groot/Orders/create-payment',
    { orderKey, provider: 2 },
    token,
  )
  if (payment?.status !== 200) return refusal(payment)
  await goToBank(crowd, String(payment.body.redirectUrl))
  const { paymentId } = payment.body
  const finished = await post(crowd, '/v2/payments/tpay/finish', { paymentId }, token)
  if (finished?.body.orderStatusName === 'Processed') crowd.acknowledged.sales.push(orderKey)
  return finished === null ? 'not served' : 'bank'
}

function refusal(answer: Answer): Visit {
  return answer === null || answer.status >= 500 ? 'not served' : 'refused'
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
async function goToBank(crowd: Crowd, redirectUrl: string): Promise<void> {
  const { till, random } = crowd
  const payId = redirectUrl.split('/').at(-1) ?? ''
  const chance = random()
  if (chance < 0.2) await till.takeLess(payId)
  if (chance < 0.7) {
    const isPaid = await till.approve(payId)
    if (isPaid && chance < 0.2) crowd.underpaid += 1
  } else if (chance < 0.85) await till.decline(payId)
}

/** Pays sessions whose address never reached a shopper: their creation was cut off on the way back. */
export async function payStrays({ till, random }: Crowd): Promise<void> {
  for (const payId of await till.open()) if (random() < 0.5) await till.approve(payId)
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
  } catch (error) {
    crowd.cutOff += 1
    if ((error as Error).name === 'TimeoutError') crowd.unanswered.push(path)
    return null
  }
}
