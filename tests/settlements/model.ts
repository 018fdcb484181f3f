/**
 * Organisers' money compared with a simple model: the amount due is the ticket earnings less commission, returns
 * and payouts, in whatever order these happen.
 */
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { quoteOf, type Bought } from '../../src/flows/returns/tests/test-env.ts'
import { endClaim, openClaim } from '../../src/modules/settlements/server/claims.ts'
import { decidePayout, sendPayouts } from '../../src/modules/settlements/server/payouts.ts'
import { readOwed } from '../../src/modules/settlements/server/balances.ts'
import {
  makeDueStatements,
  makeStatement,
} from '../../src/modules/settlements/server/statements.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import {
  addTerms,
  findViolations,
  setFees,
  compareWithBank,
  proposedPayout,
  type SettlementFixture,
} from './fixture.ts'

interface ModelTerms {
  readonly points: number
  readonly fixed: number
  readonly isReturned: boolean
}

/** The fees that the organiser adds to its tickets. */
interface ModelFees {
  readonly isAdded: boolean
  readonly points: number
  readonly fixed: number
  readonly least: number
  readonly most: number | null
  readonly isReturned: boolean
}

/** The amounts of one sold ticket, in minor units. */
interface ModelSum {
  readonly priceMinor: number
  readonly serviceMinor: number
  readonly commissionMinor: number
  readonly isAdded: boolean
  readonly ownMinor: number
}

interface ModelTicket {
  readonly bought: Bought
  readonly index: number
  readonly merchantId: number
  readonly priceMinor: number
  readonly terms: ModelTerms | null
  readonly fees: ModelFees | null
}

export interface PlayedSettlements {
  readonly sold: number
  readonly returned: number
  readonly statements: number
  readonly paid: number
  /** Differences from the model, with the step at which each was seen. */
  readonly broken: readonly unknown[]
}

function commissionIn(terms: ModelTerms | null, priceMinor: number): number {
  if (!terms) return 0
  return Math.min(priceMinor, Math.round((priceMinor * terms.points) / 10_000) + terms.fixed)
}

function sumOf(priceMinor: number, terms: ModelTerms | null, fees: ModelFees | null): ModelSum {
  const free = priceMinor === 0
  const share = fees ? Math.round((priceMinor * fees.points) / 10_000) + fees.fixed : 0
  const own = fees ? Math.min(Math.max(share, fees.least), fees.most ?? Infinity) : 0
  return {
    priceMinor,
    // The platform's fee rule in these tests.
    serviceMinor: Math.round((priceMinor * 500) / 10_000),
    commissionMinor: commissionIn(terms, priceMinor),
    isAdded: fees?.isAdded ?? false,
    ownMinor: free ? 0 : own,
  }
}

class Played {
  readonly fixture: SettlementFixture
  readonly events: readonly MadeEvent[]
  readonly pick: (most: number) => number
  readonly owed = new Map<number, number>()
  readonly terms = new Map<number, ModelTerms>()
  readonly fees = new Map<number, ModelFees>()
  /** The platform's earnings by account. */
  readonly ours = { 'house:commission': 0, 'house:fees': 0 }
  readonly tickets: ModelTicket[] = []
  readonly free = new Map<number, number[]>()
  readonly starts: ReadonlyMap<number, Date>
  sold = 0
  returned = 0
  statements = 0

  constructor(
    fixture: SettlementFixture,
    events: readonly { readonly event: MadeEvent; readonly startsAt: Date }[],
    pick: (most: number) => number,
  ) {
    this.fixture = fixture
    this.events = events.map(({ event }) => event)
    this.starts = new Map(events.map(({ event, startsAt }) => [event.eventId, startsAt]))
    this.pick = pick
    for (const { eventId, merchantId } of this.events) {
      this.owed.set(merchantId, 0)
      this.free.set(
        eventId,
        Array.from({ length: 40 }, (_, place) => place + 1),
      )
    }
  }

  add(merchantId: number, amountMinor: number): void {
    this.owed.set(merchantId, (this.owed.get(merchantId) ?? 0) + amountMinor)
  }

  /** Sales end when a date begins. */
  isAhead(eventId: number): boolean {
    const at = this.starts.get(eventId)
    return (
      at !== undefined && at.getTime() > this.fixture.env.context.clock.now().getTime() + 3_600_000
    )
  }

  event(): MadeEvent {
    const event = this.events[this.pick(this.events.length)]
    if (!event) throw new Error('There is an event')
    return event
  }

  async sell(): Promise<void> {
    const event = this.event()
    const { merchantId, eventId } = event
    if (!this.isAhead(eventId)) return
    const placeIds = (this.free.get(eventId) ?? []).splice(0, 1 + this.pick(3))
    if (placeIds.length === 0) return
    const { env } = this.fixture
    const bought = await env.buy({ actor: await env.guest(), event, placeIds })
    const terms = this.terms.get(merchantId) ?? null
    const fees = this.fees.get(merchantId) ?? null
    const prices = bought.order.lines.filter(({ kind }) => kind === 'Ticket')
    let charged = 0
    for (const [index, { unitPriceMinor }] of prices.entries()) {
      this.tickets.push({ bought, index, merchantId, priceMinor: unitPriceMinor, terms, fees })
      const sum = sumOf(unitPriceMinor, terms, fees)
      const addedMinor = sum.isAdded ? sum.commissionMinor : 0
      this.add(merchantId, sum.priceMinor + sum.ownMinor + addedMinor - sum.commissionMinor)
      this.ours['house:commission'] += sum.commissionMinor
      this.ours['house:fees'] += sum.serviceMinor
      charged += sum.priceMinor + sum.serviceMinor + addedMinor + sum.ownMinor
    }
    if (charged !== bought.order.totalMinor)
      throw new Error(`Charged ${bought.order.totalMinor}, in the model ${charged}`)
    this.sold += placeIds.length
  }

  async sendBack(): Promise<void> {
    const [ticket] = this.tickets.splice(this.pick(this.tickets.length || 1), 1)
    if (!ticket) return
    const { env } = this.fixture
    const { bought, merchantId, priceMinor, terms, fees } = ticket
    // Tickets are in the order of their lines.
    const own = bought.tickets.slice(ticket.index, ticket.index + 1)
    const quote = await quoteOf(env, bought, own).catch(() => null)
    // Too late to return: the ticket stays sold.
    if (!quote?.quote) return
    const made = await env.executeReturn(bought.actor, quote.quote)
    if (!made.ok) throw new Error(`A quote is carried out: ${JSON.stringify(made)}`)
    const sum = sumOf(priceMinor, terms, fees)
    const keptMinor = made.value.deduction.amount
    const commissionMinor = terms?.isReturned ? sum.commissionMinor : 0
    const addedMinor = sum.isAdded ? commissionMinor : 0
    const ownMinor = fees?.isReturned ? sum.ownMinor : 0
    this.add(merchantId, keptMinor - priceMinor - ownMinor + commissionMinor - addedMinor)
    this.ours['house:commission'] -= commissionMinor
    // The return policy retains the service fee.
    if (made.value.back.amount !== priceMinor - keptMinor + addedMinor + ownMinor)
      throw new Error(
        `Gave back ${JSON.stringify(made.value)}, in the model ${JSON.stringify(sum)}`,
      )
    this.returned += 1
  }

  async addTerms(): Promise<void> {
    const { merchantId } = this.event()
    const terms = {
      points: this.pick(4) * 333,
      fixed: this.pick(3) * 35,
      isReturned: this.pick(2) === 0,
    }
    this.fixture.env.context.clock.advance(1)
    await addTerms(this.fixture.env.context, merchantId, {
      commissionBasisPoints: terms.points,
      commissionMinor: terms.fixed,
      isCommissionReturned: terms.isReturned,
      reserveBasisPoints: this.pick(3) * 2_500,
    })
    this.terms.set(merchantId, terms)
    await this.setFees(merchantId)
  }

  /** The organiser changes its own fees. */
  async setFees(merchantId: number): Promise<void> {
    const least = this.pick(3) * 60
    const fees: ModelFees = {
      isAdded: this.pick(2) === 0,
      points: this.pick(4) * 125,
      fixed: this.pick(3) * 45,
      least,
      most: this.pick(2) === 0 ? null : least + this.pick(200),
      isReturned: this.pick(2) === 0,
    }
    await setFees(this.fixture.env.context, merchantId, {
      isCommissionAdded: fees.isAdded,
      ownBasisPoints: fees.points,
      ownMinor: fees.fixed,
      ownMinorMin: fees.least,
      ownMinorMax: fees.most,
      isOwnReturned: fees.isReturned,
    })
    this.fees.set(merchantId, fees)
  }

  async state(): Promise<void> {
    const { context } = this.fixture.env
    context.clock.advance(60)
    const { merchantId } = this.event()
    const made = await makeStatement(context, this.fixture.readUpcoming, { merchantId })
    if (made.ok) this.statements += 1
  }

  async pass(): Promise<void> {
    const { context } = this.fixture.env
    context.clock.advance(86_400 * (1 + this.pick(4)))
    await Promise.all([
      makeDueStatements(context, this.fixture.readUpcoming),
      makeDueStatements(context, this.fixture.readUpcoming),
    ])
  }

  async decide(): Promise<void> {
    const { context } = this.fixture.env
    const first = this.pick(this.events.length)
    const events = [...this.events.slice(first), ...this.events.slice(0, first)]
    const found = await Promise.all(
      events.map(async ({ merchantId }) => ({
        merchantId,
        proposed: await proposedPayout(context, merchantId),
      })),
    )
    const { merchantId = 0, proposed } = found.find((each) => each.proposed) ?? {}
    if (!proposed) return
    const decision = this.pick(5) === 0 ? 'decline' : 'approve'
    const asked = { payoutId: proposed.id, decision, amountMinor: proposed.amountMinor } as const
    // Submitted twice at once: only one may count.
    const answers = await Promise.all([
      decidePayout(context, this.fixture.readUpcoming, asked),
      decidePayout(context, this.fixture.readUpcoming, asked),
    ])
    const done = answers.filter(({ ok }) => ok)
    if (done.length > 1) throw new Error('A payout is decided once')
    if (done.length === 1 && decision === 'approve') this.add(merchantId, -proposed.amountMinor)
  }

  async send(): Promise<void> {
    const { env, fake, bank } = this.fixture
    fake.misbehave({
      rejectNext: this.pick(3) === 0 ? 1 : 0,
      silentNext: this.pick(4) === 0 ? 1 : 0,
      errorNext: this.pick(4) === 0 ? 1 : 0,
    })
    env.context.clock.advance(700)
    await this.withRejections(() =>
      Promise.all([sendPayouts(env.context, bank), sendPayouts(env.context, bank)]),
    )
  }

  /** Sends transfers until none is open; a transfer that got no answer before may now turn out to be rejected. */
  async sendRest(): Promise<void> {
    const { env, fake, bank } = this.fixture
    fake.misbehave({ rejectNext: 0, silentNext: 0, errorNext: 0 })
    for (let round = 0; round < 20; round += 1) {
      env.context.clock.advance(3_600)
      if ((await this.withRejections(() => sendPayouts(env.context, bank))) === 0) break
    }
  }

  /** The amount of a rejected transfer becomes due again. */
  async withRejections<T>(send: () => Promise<T>): Promise<T> {
    const before = await this.rejected()
    const sent = await send()
    for (const [id, { merchantId, amountMinor }] of await this.rejected())
      if (!before.has(id)) this.add(merchantId, amountMinor)
    return sent
  }

  async rejected() {
    const rows = await this.fixture.env.context.db
      .selectFrom('merchant_payout')
      .select(['id', 'merchant_id', 'amount_minor'])
      .where('state', '=', 'rejected')
      .execute()
    return new Map(
      rows.map((row) => [
        row.id,
        { merchantId: row.merchant_id, amountMinor: Number(row.amount_minor) },
      ]),
    )
  }

  async claim(): Promise<void> {
    const { context } = this.fixture.env
    const { merchantId } = this.event()
    const opened = await openClaim(context, merchantId)
    const isDue = (this.owed.get(merchantId) ?? 0) < 0
    if (opened.ok !== isDue) throw new Error('What is below zero, and nothing else, is claimed')
    if (!opened.ok) return
    const outcome = this.pick(3) === 0 ? 'withdrawn' : 'paid'
    const claimId = opened.value.id
    const ended = await Promise.all([
      endClaim(context, { claimId, outcome }),
      endClaim(context, { claimId, outcome }),
    ])
    if (ended.filter(({ ok }) => ok).length !== 1) throw new Error('A claim ends once')
    if (outcome === 'paid') this.add(merchantId, opened.value.amountMinor)
  }

  /** Differences between the ledger and the model. */
  async differences(): Promise<unknown[]> {
    const { context } = this.fixture.env
    const owed = await readOwed(context)
    const wrong: unknown[] = []
    for (const [account, model] of Object.entries(this.ours)) {
      const books = 0 - (await readBalance(context, account, 'GEL'))
      if (books !== model) wrong.push({ account, model, books })
    }
    const organisers = [...this.owed]
      .filter(([merchantId, amountMinor]) => (owed.get(merchantId) ?? 0) !== amountMinor)
      .map(([merchantId, model]) => ({ merchantId, model, books: owed.get(merchantId) ?? 0 }))
    return [...wrong, ...organisers]
  }
}

/** Plays a number of steps from one seed and compares the ledger with the model after each. */
export async function playSettlements(
  fixture: SettlementFixture,
  options: { readonly seed: number; readonly steps: number },
): Promise<PlayedSettlements> {
  const broken: unknown[] = []
  const now = fixture.env.context.clock.now().getTime()
  const events = await Promise.all(
    [5, 40, 9].map(async (days) => ({
      event: await fixture.event(days * 24),
      startsAt: new Date(now + days * 86_400_000),
    })),
  )
  const played = new Played(fixture, events, picker(options.seed))
  const { pick } = played
  const operations = [
    () => played.sell(),
    () => played.sell(),
    () => played.sell(),
    () => played.sendBack(),
    () => played.sendBack(),
    () => played.addTerms(),
    () => played.state(),
    () => played.pass(),
    () => played.decide(),
    () => played.decide(),
    () => played.send(),
    () => played.claim(),
  ]
  await played.addTerms()
  for (let sale = 0; sale < 4; sale += 1) await played.sell()
  for (let step = 0; step < options.steps && broken.length === 0; step += 1) {
    const choice = pick(operations.length)
    await operations[choice]?.()
    const found = await played.differences()
    if (found.length > 0) broken.push({ step, choice, found })
  }
  await played.sendRest()
  await fixture.env.refunds(2)
  broken.push(
    ...(await played.differences()),
    ...(await findViolations(fixture.env.context)),
    ...(await compareWithBank(fixture)),
  )
  const paid = fixture.fake.transfers().filter(({ status }) => status === 'done').length
  const { sold, returned, statements } = played
  return { sold, returned, statements, paid, broken }
}

/** Random integers below a bound, all from one seed (mulberry32). */
export function picker(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, most)
  }
}
