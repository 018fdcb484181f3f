import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { MadeEvent } from '../../src/modules/events/tests/factories.ts'
import type { Bank } from './banks.ts'
import type { Fate } from './fates.ts'

/** What a buyer must end with. `any`: with tickets, or with the money back, or never charged. */
export type End = 'tickets' | 'refund' | 'nothing' | 'any'

export interface Weather {
  readonly context: Context
  /** Where the shop can be reached. */
  readonly origins: readonly string[]
  readonly banks: readonly Bank[]
  /** What each order must come to. */
  readonly ends: Map<string, End>
  /** How often the shop gave no answer. */
  cutOff: number
}

export interface Turn {
  readonly number: number
  readonly fate: Fate
  readonly bank: Bank
  readonly event: MadeEvent
  /** Pairs of neighbours of the event that are this buyer's to try. */
  readonly pairs: readonly (readonly [number, number])[]
}

interface Held {
  readonly orderKey: string
  readonly token: string
  readonly pair: readonly [number, number]
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** One buyer, from the choice of seats to whatever their fate is at the bank. */
export async function buy(weather: Weather, turn: Turn): Promise<void> {
  const { fate, bank } = turn
  const held = await hold(weather, turn)
  if (!held) return
  if (fate.trouble) bank.trouble(fate.trouble)
  const id = await goToBank(weather, turn, held, bank)
  if (id === null) return
  const isStray = weather.ends.get(held.orderKey) === 'any'
  if (fate.isForged) await bank.forge(id)
  bank.misbehave(fate.noise, id)
  await pause(fate.thinkMs)
  await stories[fate.story](weather, turn, held, id)
  // What the buyer was never sent to may be over before it is known.
  if (isStray) weather.ends.set(held.orderKey, 'any')
  if (fate.comesBack) await comeBack(weather, turn, held)
}

type Play = (weather: Weather, turn: Turn, held: Held, id: string) => Promise<void>

const simply =
  (act: 'approve' | 'decline' | 'expire' | 'less' | 'more' | 'foreign' | 'parts', end: End): Play =>
  async ({ ends }, { bank }, { orderKey }, id) => {
    ends.set(orderKey, end)
    bank.act(id, act)
  }

const stories: Record<Fate['story'], Play> = {
  pay: simply('approve', 'tickets'),
  parts: simply('parts', 'tickets'),
  decline: simply('decline', 'nothing'),
  less: simply('less', 'refund'),
  async abandon({ ends }, _turn, { orderKey }) {
    ends.set(orderKey, 'nothing')
  },
  async more({ ends }, { bank }, { orderKey }, id) {
    // What is sent too much is the buyer's; what a bank takes too much makes it another sum.
    ends.set(orderKey, bank.supportsRefund ? 'refund' : 'tickets')
    bank.act(id, 'more')
  },
  async foreign({ ends }, { bank }, { orderKey }, id) {
    ends.set(orderKey, bank.supportsRefund ? 'refund' : 'tickets')
    bank.act(id, 'foreign')
  },
  async 'late-free'(weather, turn, held, id) {
    // Seats that are nobody's own may be taken by whoever comes first.
    weather.ends.set(held.orderKey, held.pair === turn.pairs[0] ? 'tickets' : 'any')
    await letItEnd(weather, held)
    turn.bank.act(id, 'approve')
  },
  async 'late-sold'(weather, turn, held, id) {
    weather.ends.set(held.orderKey, 'any')
    await letItEnd(weather, held)
    const rival = await choose(weather, turn.event, held.pair)
    if (rival) {
      weather.ends.set(held.orderKey, 'refund')
      const desk = weather.banks[1] as Bank
      const paid = await goToBank(weather, turn, rival, desk)
      if (paid !== null) {
        weather.ends.set(rival.orderKey, 'tickets')
        desk.act(paid, 'approve')
        await comeBack(weather, turn, rival)
      }
    }
    turn.bank.act(id, 'approve')
  },
  async regret(weather, turn, held, id) {
    weather.ends.set(held.orderKey, 'tickets')
    turn.bank.act(id, 'decline')
    await comeBack(weather, turn, held)
    turn.bank.act(id, 'approve')
  },
  async twice(weather, turn, held, id) {
    const { bank } = turn
    if (bank.name === 'gc') {
      weather.ends.set(held.orderKey, 'tickets')
      const second = await goToBank(weather, turn, held, bank)
      bank.act(id, 'approve')
      if (second !== null && second !== id) bank.act(second, 'approve')
      return
    }
    if (bank.name === 'epoint') return payRepeat(weather, turn, held, id)
    weather.ends.set(held.orderKey, 'tickets')
    bank.act(id, 'expire')
    await comeBack(weather, turn, held)
    const desk = weather.banks[1] as Bank
    const second = await goToBank(weather, turn, held, desk)
    bank.act(id, 'approve')
    if (second !== null && second !== id) desk.act(second, 'approve')
  },
}

/** Declined, tried again with the same places, and then the first bank takes its word back. */
async function payRepeat(weather: Weather, turn: Turn, held: Held, id: string): Promise<void> {
  const { bank } = turn
  weather.ends.set(held.orderKey, 'any')
  bank.act(id, 'decline')
  await comeBack(weather, turn, held)
  const body = { orderKey: held.orderKey }
  const repeated = await ask(weather, '/v2/orders/retry', body, held.token)
  const orderKey = repeated?.body['orderKey']
  if (repeated?.status === 200 && typeof orderKey === 'string' && orderKey !== held.orderKey) {
    weather.ends.set(held.orderKey, 'refund')
    const second = await goToBank(weather, turn, { ...held, orderKey }, bank)
    if (second !== null) {
      weather.ends.set(orderKey, 'tickets')
      bank.act(second, 'approve')
    }
  }
  bank.act(id, 'approve')
}

/** The first of the buyer's pairs that nobody has. */
async function hold(weather: Weather, { event, pairs }: Turn): Promise<Held | null> {
  for (const pair of pairs) {
    const held = await choose(weather, event, pair)
    if (held) return held
  }
  return null
}

async function choose(
  weather: Weather,
  event: MadeEvent,
  pair: readonly [number, number],
): Promise<Held | null> {
  const seats = pair.map((placeId) => ({
    placeId,
    ticketTypeId: event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId,
  }))
  // A choice whose answer was cut off may hold the seats for nobody until its time is over: never repeated.
  const chosen = await askOnce(weather, '/v2/Booking/choose-seat', {
    eventId: event.eventId,
    seats,
  })
  if (chosen === null) await back(weather)
  if (chosen?.status !== 200) return null
  const { orderKey, accessToken: token } = chosen.body
  const held = { orderKey: String(orderKey), token: String(token), pair }
  weather.ends.set(held.orderKey, 'nothing')
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  const details = { orderKey, buyer, acceptTerms: true }
  const checkedOut = await ask(weather, '/groot/Orders/checkout', details, held.token)
  return checkedOut?.status === 200 ? held : null
}

/**
 * Presses the button, as often at once as it is this buyer's habit, and goes where the answers say; or where nobody
 * was told to go, when the bank has begun something of which the shop has not heard. The bank's id, or null.
 */
async function goToBank(
  weather: Weather,
  { fate }: Turn,
  { orderKey, token }: Held,
  bank: Bank,
): Promise<string | null> {
  const body = { orderKey, provider: bank.number }
  const press = () => ask(weather, '/groot/Orders/create-payment', body, token)
  const answers = await Promise.all(Array.from({ length: fate.presses }, press))
  const url = answers
    .map((answer) => answer?.body['redirectUrl'])
    .find((each) => each !== undefined)
  const id = typeof url === 'string' ? await bank.open(url) : null
  if (id !== null) return id
  weather.ends.set(orderKey, 'any')
  const { rows } = await sql<{ id: string }>`
    select id from payment where order_key = ${orderKey} and provider = ${bank.number}
    order by created_at desc limit 1
  `.execute(weather.context.db)
  return rows[0] ? bank.begunFor(rows[0].id) : null
}

async function comeBack(
  weather: Weather,
  { fate }: Turn,
  { orderKey, token }: Held,
): Promise<void> {
  const press = () => ask(weather, '/v2/orders/complete', { orderKey }, token)
  await Promise.all(Array.from({ length: fate.presses }, press))
}

/** A quarter of an hour goes by for one order alone; then somebody looks at it, as the sweep would. */
async function letItEnd(weather: Weather, { orderKey, token }: Held): Promise<void> {
  await sql`
    with aged as (
      update orders set deadline_at = deadline_at - interval '16 minutes'
      where order_key = ${orderKey} returning id),
    older as (
      update payment set expires_at = expires_at - interval '16 minutes' where order_key = ${orderKey})
    update place_leg set held_until = held_until - interval '16 minutes'
    where state = 1 and hold_id in (
      select hold_id from order_line where order_id in (select id from aged))
  `.execute(weather.context.db)
  await ask(weather, '/v2/orders/complete', { orderKey }, token)
}

/** Until the shop is there again, so that buyers do not run through it while it is down. */
async function back({ origins }: Weather): Promise<void> {
  const isUp = (origin: string) =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let turn = 0; turn < 200; turn += 1) {
    const answers = await Promise.all(origins.map(isUp))
    if (answers.every(Boolean)) return
    await pause(100)
  }
}

const patience = 80

/** Asks until there is an answer, as people press again. */
async function ask(
  weather: Weather,
  path: string,
  body: object,
  token: string,
): Promise<Answer | null> {
  for (let turn = 0; turn < patience; turn += 1) {
    const answer = await askOnce(weather, path, body, token)
    if (answer !== null) return answer
    await pause(25 + 10 * turn)
  }
  return null
}

let asked = 0

/** Null: the shop died over it, or was not there. */
async function askOnce(
  weather: Weather,
  path: string,
  body: object,
  token?: string,
): Promise<Answer | null> {
  const { origins } = weather
  const origin = origins[asked++ % origins.length] ?? ''
  try {
    const reply = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const read = (await reply.json()) as Record<string, unknown>
    if (reply.status !== 500) return { status: reply.status, body: read }
  } catch {
    // Nobody answered.
  }
  weather.cutOff += 1
  return null
}
