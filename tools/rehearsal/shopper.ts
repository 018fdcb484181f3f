import { setTimeout as pause } from 'node:timers/promises'
import type { SmsFake } from '../../fakes/sms/start.ts'
import type { Answer, Client } from './client.ts'
import type { Hall } from './hall.ts'
import type { Person } from './people.ts'
import { proofs } from './proofs.ts'
import type { Record } from './record.ts'
import type { Bank } from './demo-bank.ts'

export interface Sale {
  readonly eventId: number
  readonly showId: number
  readonly client: Client
  readonly bank: Bank
  readonly hall: Hall
  readonly phones: Pick<SmsFake, 'waitFor'>
  readonly record: Record
  /** What the shop has acknowledged. */
  readonly acknowledged: {
    readonly holds: { orderKey: string; token: string }[]
    readonly sales: string[]
  }
  /** Visitors stop after that. */
  isOver: boolean
  /** Number of visitors between their choice and the end of their visit. */
  inside: number
}

const choicesMax = 4
const asksMost = 6
const looksAtOrderMax = 8

/** One visitor from joining the queue to the tickets, or as far as they get. */
export async function visit(sale: Sale, person: Person): Promise<void> {
  sale.record.count('arrived')
  const token = await joinQueue(sale, person)
  if (token === null) return
  sale.record.count('joined')
  if (!(await waitInQueue(sale, person, token)) || sale.isOver) return
  sale.record.count('admitted')
  sale.inside += 1
  try {
    await buy(sale, person, token)
  } finally {
    sale.inside -= 1
  }
}

/** Retries for a while when no server answers. */
async function patiently(sale: Sale, ask: () => Promise<Answer | null>): Promise<Answer | null> {
  for (let turn = 0; turn < asksMost; turn += 1) {
    const answer = await ask()
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    if (sale.isOver) return null
    await pause(500 * (turn + 1))
  }
  return null
}

async function joinQueue(sale: Sale, person: Person): Promise<string | null> {
  const { ip, number } = person
  const body = { showId: sale.showId }
  const joined = await patiently(sale, () =>
    sale.client.ask(number, { path: '/v2/shows/queue', body, ip, as: 'join' }),
  )
  return (joined?.body.waitingRoomToken as string | undefined) ?? null
}

/** Resolves to true once admitted. */
async function waitInQueue(sale: Sale, person: Person, token: string): Promise<boolean> {
  const { client, record } = sale
  const { ip, number, patience, isLive, slowness } = person
  const leavesAt = record.seconds + patience
  let home = number
  while (!sale.isOver) {
    if (record.seconds >= leavesAt) {
      record.count('left')
      if (person.leavesQueue)
        await client.ask(home, {
          method: 'DELETE',
          path: '/v2/shows/queue',
          body: { waitingRoomToken: token },
          ip,
          as: 'look',
        })
      return false
    }
    const untilLeaving = Math.max(0, leavesAt - record.seconds)
    if (isLive) {
      const state = await listenFor(sale, { home, token, ip, seconds: untilLeaving })
      if (state === 'Admitted') return true
      home += 1
    }
    const path = `/v2/shows/get?showId=${sale.showId}&waitingRoomToken=${token}`
    const look = await client.ask(home, { method: 'GET', path, ip, as: 'look' })
    if (look?.body.state === 'Admitted') return true
    // Inactive for too long: they would have to join again, and most leave.
    if (look?.status === 200 && look.body.state !== 'Waiting') return false
    const seconds = ((look?.body.lookAgainSeconds as number | undefined) ?? 3) + slowness
    await pause(
      1_000 * Math.min(seconds, untilLeaving + 0.01, isLive ? 1 + person.draw() * 4 : Infinity),
    )
  }
  return false
}

async function listenFor(
  { client }: Sale,
  { home, token, ip, seconds }: { home: number; token: string; ip: string; seconds: number },
): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const state = await client.listen(home, token, {
    ip,
    onOpen(socket) {
      if (seconds < 86_400) timer = setTimeout(() => socket.destroy(), seconds * 1_000).unref()
    },
  })
  clearTimeout(timer)
  return state
}

async function buy(sale: Sale, person: Person, waitingRoomToken: string): Promise<void> {
  const { client, record, acknowledged } = sale
  const { ip, number, thinks, slowness, outcome } = person
  await pause(1_000 * (thinks[0] + slowness))
  const chosen = await choose(sale, person, waitingRoomToken)
  if (!chosen) return
  const { orderKey, token } = chosen
  acknowledged.holds.push({ orderKey, token })
  record.count('held')
  await pause(1_000 * (thinks[1] + slowness))
  if (outcome === 'walks away from the checkout') return
  const buyer = { name: 'ნინო', email: `nino-${number}@bileti.example`, phone: person.phone }
  const details = { orderKey, buyer, acceptTerms: true }
  const ordered = await patiently(sale, () =>
    client.ask(number, {
      path: '/groot/Orders/checkout',
      body: details,
      token,
      ip,
      as: 'checkout',
    }),
  )
  if (ordered?.status !== 200) return void record.refuse(ordered?.body.error?.code)
  record.count('ordered')
  await pay(sale, person, { orderKey, token }, outcome)
}

async function choose(
  sale: Sale,
  person: Person,
  waitingRoomToken: string,
): Promise<{ orderKey: string; token: string } | null> {
  const { client, eventId, hall, record } = sale
  const { ip, number, slowness } = person
  for (let turn = 0; turn < choicesMax; turn += 1) {
    const places = await hall.choose(person)
    if (!places || sale.isOver) break
    const answer = await patiently(sale, () =>
      client.ask(number, {
        path: '/v2/Booking/choose-seat',
        body: { eventId, waitingRoomToken, ...places },
        ip,
        as: 'choose',
      }),
    )
    if (answer?.status === 200)
      return { orderKey: String(answer.body.orderKey), token: String(answer.body.accessToken) }
    record.refuse(answer?.body.error?.code)
    await pause(1_000 * (1 + slowness))
  }
  return null
}

async function pay(
  sale: Sale,
  person: Person,
  held: { readonly orderKey: string; readonly token: string },
  outcome: Person['outcome'],
): Promise<void> {
  const { client, bank, record, acknowledged } = sale
  const { ip, number, draw, slowness } = person
  const { orderKey, token } = held
  const begun = await patiently(sale, () =>
    client.ask(number, {
      path: '/groot/Orders/create-payment',
      body: { orderKey, provider: 2 },
      token,
      ip,
      as: 'pay',
    }),
  )
  const asked = proofs[String(begun?.body.error?.code)]
  if (asked) {
    if (await asked(sale, person, held)) await pay(sale, person, held, outcome)
    return
  }
  if (begun?.status !== 200) return void record.refuse(begun?.body.error?.code)
  const payId = String(begun.body.redirectUrl).split('/').at(-1) ?? ''
  const { paymentId } = begun.body as { paymentId: string }
  await pause(1_000 * (2 + draw() * 6 + slowness))
  if (outcome === 'walks away from the bank') return
  if (outcome === 'pays and the callback is late')
    await bank.misbehave(payId, { callbackDelayMs: 4_000 + Math.floor(draw() * 8_000) })
  if (outcome === 'pays and the callback is lost')
    await bank.misbehave(payId, { callbackLost: true })
  if (outcome === 'pays too little') await bank.misbehave(payId, { approveAmountMinor: 1 })
  const isDeclined = outcome === 'is declined' || outcome === 'is declined and pays again'
  for (let turn = 0; turn < asksMost; turn += 1) {
    if (await bank.pay(payId, isDeclined ? 'decline' : 'approve')) break
    await pause(1_000)
  }
  if (isDeclined) {
    record.count('declined')
    if (outcome === 'is declined') return
    await pause(2_000)
    return pay(sale, person, held, 'pays')
  }
  for (let turn = 0; turn < looksAtOrderMax; turn += 1) {
    const finished = await client.ask(number, {
      path: '/v2/payments/tpay/finish',
      body: { paymentId },
      token,
      ip,
      as: 'finish',
    })
    if (finished?.body.orderStatusName === 'Processed') {
      acknowledged.sales.push(orderKey)
      record.count('bought')
      return
    }
    await pause(2_000)
  }
}
