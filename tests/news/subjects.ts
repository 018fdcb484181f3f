/** One dated item of each vertical whose times a test changes through the calls of its office. */
import { notifyRunChanges, syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { makeCinema, makeScreening } from '../../src/modules/cinema/tests/factories.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { makeLine } from '../hostile/journeys.ts'
import { callbackOf, choiceOf, expectOk } from '../hostile/purchases.ts'
import { buyer, type HostileShop, type Reply } from '../hostile/shop.ts'

export interface Subject {
  readonly name: 'show' | 'screening' | 'run' | 'flight'
  /** When it began at first. */
  readonly firstStart: Date
  /** Chooses the place with this number for a buyer; each number once. Answers the order's key. */
  choose(token: string, number: number): Promise<string>
  /** Lets it begin this long after its first start. */
  delay(minutes: number): Promise<void>
  /** Runs only: lets it be late from this stop on, and be on time before it. */
  delayFrom?(stop: number, minutes: number): Promise<void>
  cancel(): Promise<void>
  /** Screenings only: to the other hall of the cinema, with other seats. */
  swap?(): Promise<void>
  /** Runs only: a show or a screening stays cancelled. */
  readonly reinstate: (() => Promise<void>) | null
  /** Absent: its tickets may be handed over. */
  readonly mayPassOn?: false
  /**
   * Flights only: what happens between the money and the tickets. Answers whether the ticketed booking was changed at
   * once; null when there is none.
   */
  issue?(token: string, orderKey: string): Promise<{ readonly isNews: boolean } | null>
  /** Flights only: somebody accepts what the airline changed. */
  accept?(): Promise<void>
}

const minute = 60_000

/** Calendar files have no fractions. */
function wholeSecond(at: number): Date {
  return new Date(Math.ceil(at / 1_000) * 1_000)
}

export async function makeShow(shop: HostileShop): Promise<Subject & { readonly eventId: number }> {
  const firstStart = wholeSecond(shop.context.clock.now().getTime() + 30 * 86_400_000)
  const operator = await shop.operator()
  const event = await shop.event({ placesPerOrderMax: 20, startsAt: firstStart })
  const office = (path: string, body: object) =>
    expectOk(shop.postProven(`/v2/operator/events/${event.eventId}/${path}`, body, operator))
  return {
    name: 'show',
    eventId: event.eventId,
    firstStart,
    async choose(token, number) {
      const order = await expectOk(
        shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds: [number] }), token),
      )
      return order.orderKey
    },
    async delay(minutes) {
      const startsAt = new Date(firstStart.getTime() + minutes * minute).toISOString()
      await office('move', { startsAt })
    },
    async cancel() {
      await office('cancel', { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' })
    },
    reinstate: null,
  }
}

export async function makeFilm(shop: HostileShop): Promise<Subject> {
  const cinema = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
  const firstStart = wholeSecond(shop.context.clock.now().getTime() + 50 * 3_600_000)
  const screeningId = await makeScreening(shop.context, cinema, { startsAt: firstStart })
  const operator = await shop.operator()
  let swapCount = 0
  const office = (path: string, body: object) =>
    expectOk(shop.postProven(`/v2/operator/cinema/${path}`, { screeningId, ...body }, operator))
  return {
    name: 'screening',
    firstStart,
    async swap() {
      swapCount += 1
      await office('swap-hall', { hallId: cinema.hallIds[swapCount % 2] })
    },
    async choose(token, number) {
      const refusals: string[] = []
      // After a change of the hall others may sit on a seat that was free.
      for (const offset of [0, 10, 20, 30]) {
        const seats = [{ placeId: 30 + number + offset, ticketTypeId: 1 }]
        const body = { sessionId: screeningId, seats }
        const answer = await shop.post('/groot/Cavea/BookSeat', body, token)
        if (answer.status === 200) return answer.body.orderKey
        refusals.push(answer.body.error.code)
      }
      throw new Error(`no seat is free: ${refusals.join(', ')}`)
    },
    async delay(minutes) {
      await office('move', {
        startsAt: new Date(firstStart.getTime() + minutes * minute).toISOString(),
      })
    },
    async cancel() {
      await office('cancel', { reason: { ka: 'ავარია', en: 'Breakdown' } })
    },
    reinstate: null,
  }
}

export async function makeRun(shop: HostileShop): Promise<Subject & { readonly runId: number }> {
  const { context } = shop
  const line = await makeLine(context)
  await syncReturnTerms(context)
  await expireCaches(1_500)
  const [runId] = line.runIds
  const staff = await shop.staff(line.merchantId)
  const office = async (path: string, body: object = {}) => {
    await expectOk(shop.postProven(`/v2/merchantusers/runs/${path}`, { runId, ...body }, staff))
    await notifyRunChanges(context, shop.ports.tickets)
  }
  const run = await expectOk(shop.get(`/v2/transport/runs/${runId}`))
  return {
    name: 'run',
    runId,
    firstStart: new Date(run.stops[0].departsAt),
    async choose(token) {
      const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{}] }]
      const order = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
      return order.orderKey
    },
    delay: (minutes) => office('delay', { stop: 0, minutes }),
    async delayFrom(stop, minutes) {
      const { db } = context
      const delays = run.stops.map((_: Reply, index: number) => (index < stop ? 0 : minutes * 60))
      await db.updateTable('run').set({ delays }).where('id', '=', runId).execute()
      await notifyRunChanges(context, shop.ports.tickets)
    },
    cancel: () => office('cancel'),
    reinstate: () => office('reinstate'),
  }
}

/** A customer with an address of their own. */
export async function account(
  shop: HostileShop,
): Promise<{ readonly token: string; readonly email: string }> {
  const { context } = shop
  const id = context.random.uuid()
  const email = `friend-${id}@example.com`
  await context.db
    .insertInto('customer')
    .values({ id, email, role: 'customer', locale: 'en', activated_at: context.clock.now() })
    .execute()
  return { token: (await shop.ports.sessions.openCustomer(context, id, 'test')).token, email }
}

const familyNames = ['Beridze', 'Gelashvili']

/** The buyer's details of an order, with a passenger for each ticket that needs one. */
export async function checkOut(
  shop: HostileShop,
  token: string,
  orderKey: string,
  email: string,
): Promise<void> {
  const lines = await shop.context.db
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select('order_line.id')
    .where('orders.order_key', '=', orderKey)
    .where('order_line.source', '=', 'transport')
    .where('order_line.kind', '=', 'Ticket')
    .execute()
  const passengers = lines.map(({ id: lineId }, index) => ({
    lineId,
    givenName: 'Nino',
    familyName: familyNames[index] ?? 'Beridze',
  }))
  const details = { orderKey, buyer: { ...buyer, email }, acceptTerms: true }
  await expectOk(
    shop.post(
      '/v2/orders/checkout',
      { ...details, ...(passengers.length > 0 && { passengers }) },
      token,
    ),
  )
}

/** Asks for the bank's page; the code of a refusal, or the payment's id at the bank. */
export async function askBank(
  shop: HostileShop,
  token: string,
  orderKey: string,
): Promise<{ readonly refusal: string } | { readonly payId: string }> {
  const answer = await shop.post('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
  if (answer.status !== 200) return { refusal: answer.body.error.code }
  const row = await shop.context.db
    .selectFrom('payment')
    .select('external_id')
    .where('id', '=', answer.body.paymentId)
    .executeTakeFirstOrThrow()
  return { payId: row.external_id ?? '' }
}

/** The bank takes the money, and the order is finished. Answers its status. */
export async function payAtBank(
  shop: HostileShop,
  token: string,
  { orderKey, payId }: { readonly orderKey: string; readonly payId: string },
): Promise<string> {
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  const outcome = await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  return outcome.statusName
}

/** A paid ticket for the place with this number. */
export async function buy(
  shop: HostileShop,
  subject: Subject,
  {
    token,
    email,
    number,
  }: { readonly token: string; readonly email: string; readonly number: number },
): Promise<Reply> {
  const orderKey = await subject.choose(token, number)
  await checkOut(shop, token, orderKey, email)
  const asked = await askBank(shop, token, orderKey)
  if ('refusal' in asked) throw new Error(`not payable: ${asked.refusal}`)
  await payAtBank(shop, token, { orderKey, ...asked })
  return (await ticketsOf(shop, token, orderKey))[0]
}

export async function ticketsOf(
  shop: HostileShop,
  token: string,
  orderKey: string,
): Promise<Reply[]> {
  return (await expectOk(shop.get(`/v2/tickets?orderKey=${orderKey}`, token))).tickets
}

/** A ticket is sent to an address, or offered by a link, and taken over by somebody. */
export async function handOver(
  shop: HostileShop,
  {
    token,
    ticketIdentifier,
    to,
    taker,
  }: {
    readonly token: string
    readonly ticketIdentifier: string
    readonly to: { readonly email: string } | { readonly phone: string } | null
    readonly taker: string
  },
): Promise<Reply> {
  const share = { ticketIdentifier, handsOver: true, ...to }
  const path = to === null ? '/v2/tickets/share-url' : '/v2/tickets/share'
  const made = await expectOk(shop.post(path, share, token))
  const linkToken =
    made.ticketShareToken ??
    (await shop.ports.tickets.shareTokens.token(shop.context, made.shareId))
  return expectOk(shop.post('/v2/tickets/take-over', { token: linkToken }, taker))
}

/** What a calendar file says about its first entry. */
export function entryOf(file: string): {
  readonly uid: string
  readonly startsAt: number
  readonly sequence: number
  readonly status: string
} {
  const unfolded = file.replaceAll(/\r\n[ \t]/g, '')
  const valueOf = (name: string) => new RegExp(`^${name}:(.+)\r$`, 'm').exec(unfolded)?.[1] ?? ''
  const [, year, month, day, hour, minuteOf, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(valueOf('DTSTART')) ?? []
  return {
    uid: valueOf('UID'),
    startsAt: Date.parse(`${year}-${month}-${day}T${hour}:${minuteOf}:${second}Z`),
    sequence: Number(valueOf('SEQUENCE')),
    status: valueOf('STATUS'),
  }
}
