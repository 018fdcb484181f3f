/**
 * A party with a return trip or connections has a ticket for each vehicle and person: each person is asked once,
 * and their other tickets reuse the answers.
 */
import type { PassengerQuestionView } from '#modules/orders/passenger-contract.ts'
import {
  askedOf,
  passengerKey,
  valueOf,
  type TypedPassengers,
} from '#modules/orders/web/passenger-draft.ts'
import type { JourneyOrderView } from '#modules/transport/shapes.ts'

/** One person: the ticket with the most questions, and their others. */
export interface Traveller {
  readonly asked: PassengerQuestionView
  readonly others: readonly PassengerQuestionView[]
}

/**
 * The people of an order: the n-th adult of one vehicle is the n-th adult of the next. A carrier without a fare for a kind
 * of passenger has sold them a ticket for adults, which belongs to the person of that kind on the other vehicles.
 */
export function travellersOf(
  { segments }: Pick<JourneyOrderView, 'segments'>,
  questions: readonly PassengerQuestionView[],
): Traveller[] {
  const people = new Map<string, PassengerQuestionView[]>()
  const placed = new Set<PassengerQuestionView>()
  const kinds = kindsOf(segments)
  for (const { tickets } of segments) {
    for (const { lineId, person } of personsOf(tickets, kinds)) {
      for (const question of questions.filter((one) => one.lineId === lineId)) {
        people.set(person, [...(people.get(person) ?? []), question])
        placed.add(question)
      }
    }
  }
  const alone = questions
    .filter((question) => !placed.has(question))
    .map((asked) => ({ asked, others: [] }))
  return [...[...people.values()].flatMap(grouped), ...alone]
}

type Tickets = JourneyOrderView['segments'][number]['tickets']

/** Keys of the people by the tickets of one vehicle: kind and number. */
function keysOf(tickets: Tickets): string[] {
  const counts = new Map<string, number>()
  return tickets.map(({ rider }) => {
    const kind = rider ?? ''
    const number = counts.get(kind) ?? 0
    counts.set(kind, number + 1)
    return `${kind} ${number}`
  })
}

/** The people by the vehicle with the fewest tickets for adults, whose carrier has the most kinds of passengers. */
function kindsOf(segments: JourneyOrderView['segments']): readonly string[] {
  const all = segments.map(({ tickets }) => keysOf(tickets))
  const adults = (keys: readonly string[]) => keys.filter(isAdult).length
  return all.toSorted((left, right) => adults(left) - adults(right))[0] ?? []
}

function isAdult(key: string): boolean {
  return key.startsWith('adult ')
}

/** The person of each ticket of a vehicle: the one of its kind, otherwise one whose kind this carrier does not have. */
function personsOf(
  tickets: Tickets,
  kinds: readonly string[],
): { readonly lineId: number; readonly person: string }[] {
  const keys = keysOf(tickets)
  const others = kinds.filter((kind) => !isAdult(kind) && !keys.includes(kind))
  return tickets.map(({ lineId }, index) => {
    const key = keys[index] ?? ''
    const isOther = keys.length === kinds.length && isAdult(key) && !kinds.includes(key)
    return { lineId, person: (isOther ? others.shift() : undefined) ?? key }
  })
}

/** Groups tickets whose questions are covered by another ticket of the same person; the others stay separate. */
function grouped(questions: readonly PassengerQuestionView[]): Traveller[] {
  const [asked] = questions.toSorted((left, right) => askedOf(right).length - askedOf(left).length)
  if (!asked) return []
  const others = questions.filter((one) => one !== asked)
  const fits = (one: PassengerQuestionView): boolean =>
    mayBeOne(asked, one) &&
    askedOf(one).every((field) => askedOf(asked).includes(field)) &&
    asked.documentKinds.every(
      (kind) => askedOf(one).length < askedOf(asked).length || one.documentKinds.includes(kind),
    )
  return [
    {
      asked: { ...asked, born: bornOfAll([asked, ...others.filter(fits)]) },
      others: others.filter(fits),
    },
    ...others.filter((one) => !fits(one)).map((one) => ({ asked: one, others: [] })),
  ]
}

/** Whether somebody can be born within the bounds of both tickets. */
function mayBeOne(one: PassengerQuestionView, other: PassengerQuestionView): boolean {
  const born = bornOfAll([one, other])
  return born === null || born.bornFrom <= born.bornUntil
}

/** Birth dates that are valid for all tickets of a person: a birthday may lie between two trips. */
function bornOfAll(questions: readonly PassengerQuestionView[]): PassengerQuestionView['born'] {
  const spans = questions.flatMap(({ born }) => born ?? [])
  if (spans.length === 0) return null
  const from = spans
    .map(({ bornFrom }) => bornFrom)
    .toSorted()
    .at(-1)
  const until = spans.map(({ bornUntil }) => bornUntil).toSorted()[0]
  return { bornFrom: from ?? '', bornUntil: until ?? '' }
}

/** The entered values, copied to a person's other tickets. */
export function spread(travellers: readonly Traveller[], typed: TypedPassengers): TypedPassengers {
  const all: Record<string, string> = { ...typed }
  for (const { asked, others } of travellers)
    for (const other of others)
      for (const field of askedOf(other))
        if (askedOf(asked).includes(field))
          all[passengerKey(other, field)] = valueOf(asked, field, typed)
  return all
}
