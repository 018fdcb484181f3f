/** A random sequence of decisions, purchases and hand-overs, and what everybody should know after it. */
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import type { HostileShop } from '../hostile/shop.ts'
import { newsRunner } from '../support/run-news.ts'
import {
  account,
  askBank,
  checkOut,
  entryOf,
  handOver,
  payAtBank,
  ticketsOf,
  type Subject,
} from './subjects.ts'

interface Known {
  readonly startsAt: number
  readonly isOff: boolean
}

/** Somebody with one ticket, or about to have one. */
interface Person {
  readonly token: string
  /** Null: took it over by a link without an account, so that only the page tells. */
  readonly email: string | null
  readonly orderKey: string
  stage: 'chosen' | 'paying' | 'holds' | 'gone'
  payId: string
  ticketIdentifier: string
  knows: Known | null
  uid: string
  sequence: number
  /** Something was decided while the bank had the payment: the ticket alone does not tell that. */
  isOwedNews: boolean
}

const slots = [0, 15, 30, 60, 90, 150]
const peopleMax = 8
let lastPerson = 0

/** Plays one sequence; answers what is wrong with it, and the steps taken. */
export async function playSequence(
  shop: HostileShop,
  subject: Subject,
  { random, stepCount }: { readonly random: () => number; readonly stepCount: number },
): Promise<{ readonly wrong: string[]; readonly steps: string[] }> {
  const play = new Play(shop, subject, random)
  // Messages about other sequences in the same shop.
  await play.ignoreOthers()
  for (let step = 0; step < stepCount && play.wrong.length === 0; step += 1) {
    shop.context.clock.advance(61)
    await play.step()
  }
  await play.finish()
  return { wrong: play.wrong, steps: play.steps }
}

class Play {
  readonly wrong: string[] = []
  readonly steps: string[] = []
  private readonly people: Person[] = []
  private minutes = 0
  private isOff = false
  private placeCount = 0
  private readonly news: ReturnType<typeof newsRunner>
  private readonly shop: HostileShop
  private readonly subject: Subject
  private readonly random: () => number

  constructor(shop: HostileShop, subject: Subject, random: () => number) {
    this.shop = shop
    this.subject = subject
    this.random = random
    this.news = newsRunner(shop.context, shop.ports.tickets)
  }

  async ignoreOthers(): Promise<void> {
    await this.news()
  }

  private get truth(): Known {
    return {
      startsAt: this.subject.firstStart.getTime() + this.minutes * 60_000,
      isOff: this.isOff,
    }
  }

  async step(): Promise<void> {
    const steps: Record<string, () => Promise<void>> = {
      choose: () => this.choose(),
      bank: () => this.goToBank(),
      pay: () => this.pay(),
      move: () => this.move(),
      'move again': () => this.move(),
      deliver: () => this.deliver(),
      'deliver again': () => this.deliver(),
      ...(this.subject.mayPassOn !== false && { pass: () => this.passOn() }),
      ...(this.subject.accept && { accept: this.subject.accept }),
      ...(!this.isOff && this.subject.swap && { swap: this.subject.swap }),
      ...(this.below(20) === 0 && { cancel: () => this.cancel() }),
      ...(this.isOff && this.subject.reinstate && { reinstate: () => this.reinstate() }),
    }
    const names = Object.keys(steps)
    const name = names[this.below(names.length)] ?? 'deliver'
    this.steps.push(name)
    await steps[name]?.()
  }

  async finish(): Promise<void> {
    const { context, ports } = this.shop
    // What is cancelled is refunded at once, or after a day in which passengers may choose another run.
    if (this.isOff && !this.subject.reinstate) await refundCancelled(context, ports.returns)
    await executeRefunds(context, ports.checkout)
    await this.deliver()
    for (const person of this.people) await this.checkPerson(person)
    const { mails, messages } = await this.news()
    if (mails.length + messages.length > 0) this.wrong.push('something was told twice')
  }

  private below(end: number): number {
    return Math.floor(this.random() * end)
  }

  private one(stage: Person['stage']): Person | undefined {
    const own = this.people.filter((person) => person.stage === stage)
    return own[this.below(Math.max(1, own.length))]
  }

  private add(person: Pick<Person, 'token' | 'email' | 'orderKey' | 'stage'>): Person {
    const known = { knows: null, uid: '', sequence: -1, isOwedNews: false }
    const made = { payId: '', ticketIdentifier: '', ...known, ...person }
    this.people.push(made)
    return made
  }

  private async choose(): Promise<void> {
    if (this.isOff || this.placeCount >= peopleMax) return
    this.placeCount += 1
    lastPerson += 1
    const email = `buyer-${lastPerson}@example.com`
    const token = await this.shop.guest()
    const orderKey = await this.subject.choose(token, this.placeCount)
    await checkOut(this.shop, token, orderKey, email)
    this.add({ token, email, orderKey, stage: 'chosen' })
  }

  private async goToBank(): Promise<void> {
    const person = this.one('chosen')
    if (!person) return
    const { token, orderKey } = person
    let asked = await askBank(this.shop, token, orderKey)
    // The refusal has told what changed.
    if ('refusal' in asked && asked.refusal === 'QuoteChanged')
      asked = await askBank(this.shop, token, orderKey)
    if ('refusal' in asked) {
      const isRight = ['EventNotActive', 'OrderExpired'].includes(asked.refusal)
      if (!isRight) this.wrong.push(`the bank is refused: ${asked.refusal}`)
      person.stage = 'gone'
      return
    }
    person.payId = asked.payId
    person.stage = 'paying'
  }

  private async pay(): Promise<void> {
    const person = this.one('paying')
    if (!person) return
    const { token, orderKey } = person
    const isSold = await this.isSoldFor(person)
    person.stage = isSold ? 'holds' : 'gone'
    if (!isSold) return
    const [ticket] = await ticketsOf(this.shop, token, orderKey)
    person.ticketIdentifier = ticket.ticketIdentifier
  }

  private async isSoldFor(person: Person): Promise<boolean> {
    const { token, orderKey, payId } = person
    const status = await payAtBank(this.shop, token, { orderKey, payId })
    if (this.subject.issue) {
      // The airline cancels such a booking afterwards, like the others.
      const issued = await this.subject.issue(token, orderKey)
      person.isOwedNews = issued?.isNews ?? false
      return issued !== null
    }
    const isSold = status === 'Processed'
    if (isSold && this.isOff) this.wrong.push('sold although it is cancelled')
    return isSold
  }

  private async move(): Promise<void> {
    if (this.isOff) return
    const others = slots.filter((slot) => slot !== this.minutes)
    this.minutes = others[this.below(others.length)] ?? 0
    this.steps.push(`→ ${this.minutes}`)
    for (const person of this.people) if (person.stage === 'paying') person.isOwedNews = true
    await this.subject.delay(this.minutes)
  }

  private async cancel(): Promise<void> {
    if (this.isOff) return
    this.isOff = true
    await this.subject.cancel()
  }

  private async reinstate(): Promise<void> {
    this.isOff = false
    await this.subject.reinstate?.()
  }

  private async passOn(): Promise<void> {
    const giver = this.one('holds')
    if (!giver || this.isOff) return
    const { orderKey, ticketIdentifier } = giver
    lastPerson += 1
    const way = this.below(3)
    this.steps.push(['by e-mail', 'to a customer', 'by link'][way] ?? '')
    const email = way === 0 ? `guest-${lastPerson}@example.com` : null
    const taker = way === 1 ? await account(this.shop) : { token: await this.shop.guest(), email }
    const taken = await handOver(this.shop, {
      token: giver.token,
      ticketIdentifier,
      to: email === null ? null : { email },
      taker: taker.token,
    })
    const receiver = this.add({ ...taker, orderKey, stage: 'holds' })
    receiver.ticketIdentifier = ticketIdentifier
    const { startsAt, isCancelled } = taken.tickets[0].event
    receiver.knows = { startsAt: Date.parse(startsAt), isOff: isCancelled }
    giver.stage = 'gone'
  }

  private async deliver(): Promise<void> {
    const { mails } = await this.news()
    const perPerson = new Map<Person, number>()
    for (const { id, mail } of mails) {
      const person = this.people.find(({ email }) => email === mail.to)
      const file = mail.attachments?.find(({ contentType }) =>
        contentType.startsWith('text/calendar'),
      )
      if (!person || !file) continue
      this.read(person, Buffer.from(file.content).toString())
      if (!id.startsWith('news-')) continue
      person.isOwedNews = false
      perPerson.set(person, (perPerson.get(person) ?? 0) + 1)
    }
    for (const { email, stage, isOwedNews } of this.people)
      if (stage === 'holds' && isOwedNews && !this.isOff)
        this.wrong.push(`${email} was not told of what was decided while paying`)
    for (const [{ email }, count] of perPerson)
      if (count > 1) this.wrong.push(`${email} is told ${count} times`)
  }

  private read(person: Person, file: string): void {
    const { uid, startsAt, sequence, status } = entryOf(file)
    const isOff = status === 'CANCELLED'
    const isChanged =
      person.knows !== null && (person.knows.startsAt !== startsAt || person.knows.isOff !== isOff)
    const isSame = person.uid === uid
    if (isSame && (isChanged ? sequence <= person.sequence : sequence < person.sequence))
      this.wrong.push(`${person.email}: the entry falls from ${person.sequence} to ${sequence}`)
    Object.assign(person, { uid, sequence, knows: { startsAt, isOff } })
  }

  private async checkPerson(person: Person): Promise<void> {
    if (person.stage !== 'holds') return
    const { truth } = this
    const known = person.email === null ? await this.pageOf(person) : person.knows
    const isRight =
      known !== null &&
      known.isOff === truth.isOff &&
      (truth.isOff || known.startsAt === truth.startsAt)
    if (!isRight)
      this.wrong.push(
        `${person.email ?? 'somebody'} knows ${JSON.stringify(known)} instead of ${JSON.stringify(truth)}`,
      )
  }

  private async pageOf({ token, ticketIdentifier }: Person): Promise<Known | null> {
    const { body } = await this.shop.get('/v2/tickets/received', token)
    const ticket = body.tickets?.find(
      (one: { ticketIdentifier: string }) => one.ticketIdentifier === ticketIdentifier,
    )
    // A refunded ticket is not there any more.
    if (!ticket) return { startsAt: 0, isOff: this.isOff }
    const { startsAt, isCancelled } = ticket.event
    return { startsAt: Date.parse(startsAt), isOff: isCancelled }
  }
}
