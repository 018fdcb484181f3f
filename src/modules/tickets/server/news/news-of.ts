/** What a decision means for tickets of one holder now; pure. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import type { Decision } from './decisions.ts'
import type { Told } from './told.ts'

/** Which texts tell it: `off` is a cancellation for those who receive no money, `earlier` a delay that shrank or ended. */
export type NewsWords =
  | 'moved'
  | 'flight'
  | 'flightOther'
  | 'delayed'
  | 'earlier'
  | 'cancelled'
  | 'off'
  | 'flightOff'
  | 'reinstated'
  | 'platform'
  | 'skipped'
  | 'served'

export interface News {
  readonly words: NewsWords
  /** The beginning that the holder knows. */
  readonly from: Date
}

/** When tickets that begin on this leg began before a decision; null: unknown. */
export function startBefore(
  { startsBefore }: Pick<Decision, 'startsBefore'>,
  legFrom: number,
): Date | null {
  const at = startsBefore[String(legFrom)] ?? startsBefore['*']
  return at === undefined ? null : new Date(at)
}

/** What is still so of a decision that no later one replaces; null: nothing that its holder has not been told. */
export function newsOf(
  decision: Decision,
  { ticket, subject, isOff }: Pick<HeldTicket, 'ticket' | 'subject' | 'isOff'>,
  told: Told | undefined,
  isBuyer: boolean,
): News | null {
  const { change, formerPlatform, choiceUntil } = decision
  const { startsAt } = subject
  const from = knownStart(decision, ticket.legFrom, subject, told)
  if (change === 'platform') {
    const platform = platformOf(subject)
    const isNews = !isOff && platform !== null && platform !== formerPlatform
    return isNews ? { words: 'platform', from } : null
  }
  if (change === 'skipped' || change === 'served') {
    const isNews = !isOff && isSkipping(subject) === (change === 'skipped')
    return isNews ? { words: change, from } : null
  }
  if (change === 'cancelled' || change === 'flight-cancelled') {
    if (!isOff) return null
    const known = { from: told?.startsAt ?? startsAt }
    if (!isBuyer) return { words: 'off', ...known }
    if (change === 'flight-cancelled') return { words: 'flightOff', ...known }
    // Without a choice the buyer is told together with the money.
    return choiceUntil === null ? null : { words: 'cancelled', ...known }
  }
  if (isOff) return null
  if (change === 'reinstated') return { words: 'reinstated', from }
  const isOther = from.getTime() !== startsAt.getTime()
  if (change === 'moved') {
    if (subject.kind === 'flight') return { words: isOther ? 'flight' : 'flightOther', from }
    return isOther ? { words: 'moved', from } : null
  }
  if (!isOther) return null
  return { words: startsAt < from ? 'earlier' : 'delayed', from }
}

/** The last that a holder was told, unless they have heard of the change by themselves: then what it changed. */
function knownStart(
  decision: Decision,
  legFrom: number,
  { startsAt, movedFrom }: TicketSubject,
  told: Told | undefined,
): Date {
  const candidates = [told?.startsAt, startBefore(decision, legFrom), movedFrom]
  return candidates.find((at) => at && at.getTime() !== startsAt.getTime()) ?? startsAt
}

/** Whether a journey's vehicle does not stop where it begins or ends. */
function isSkipping(subject: TicketSubject): boolean {
  if (subject.kind !== 'journey') return false
  return subject.from.isSkipped === true || subject.to.isSkipped === true
}

/** The stop that a decision about stops of a journey concerns; null: none. */
export function decidedStop(
  { boardingLegs = [] }: Pick<Decision, 'boardingLegs'>,
  subject: TicketSubject,
  legFrom: number,
): LocalizedText | null {
  if (subject.kind !== 'journey') return null
  return (boardingLegs.includes(legFrom) ? subject.from : subject.to).name
}

export function platformOf(subject: TicketSubject): string | null {
  return subject.kind === 'journey' ? (subject.from.platform ?? null) : null
}
