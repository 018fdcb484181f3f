import { setTimeout as pause } from 'node:timers/promises'
import type { MadeEvent } from '../../src/modules/events/tests/factories.ts'
import type { DemoBank } from './demo-bank.ts'

/** Everything the server acknowledged; none of it may be lost. */
interface Acknowledged {
  /** Orders with acknowledged holds. */
  readonly holds: { readonly orderKey: string; readonly token: string }[]
  /** Orders acknowledged as sold. */
  readonly sales: string[]
}

export interface Crowd {
  readonly origin: string
  readonly events: readonly MadeEvent[]
  readonly demoBank: DemoBank
  readonly random: () => number
  readonly acknowledged: Acknowledged
  /** Requests without an answer because their server was killed. */
  cutOff: number
  /** Calls without an answer after ten seconds. */
  readonly unanswered: string[]
  /** Payments of which the bank captured too little, which must be refunded. */
  underpaid: number
}

type Answer = { status: number; body: Record<string, unknown> } | null

/** How far a visit came: to the bank, to a refusal (for example a place that is taken), or to a server failure. */
export type Visit = 'bank' | 'refused' | 'not served'

/** Runs one visit after another, each from an empty basket to the bank and back, until aborted. */
export async function shop(crowd: Crowd, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    // Retries an unavailable server a little later.
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

/** Most payments are approved, some are declined, some abandoned; some capture too little and must be refunded. */
async function goToBank(crowd: Crowd, redirectUrl: string): Promise<void> {
  const { demoBank, random } = crowd
  const payId = redirectUrl.split('/').at(-1) ?? ''
  const chance = random()
  if (chance < 0.2) await demoBank.captureLess(payId)
  if (chance < 0.7) {
    const isPaid = await demoBank.approve(payId)
    if (isPaid && chance < 0.2) crowd.underpaid += 1
  } else if (chance < 0.85) await demoBank.decline(payId)
}

/** Pays sessions whose address never reached a buyer because the response to their creation was lost. */
export async function payLostSessions({ demoBank, random }: Crowd): Promise<void> {
  for (const payId of await demoBank.open()) if (random() < 0.5) await demoBank.approve(payId)
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
