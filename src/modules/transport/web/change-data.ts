/**
 * Loader of the page for changing a ticket. The choice is stored in the address, so that back and reload
 * restore it.
 */
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { dayKey } from '#kernel/format.ts'
import { getTickets, orderTickets } from '#modules/tickets/contract.ts'
import type { TicketCardView } from '#modules/tickets/shapes.ts'
import { findJourneys, journeyCalendar, readRun, seatPlan, type JourneyView } from '../contract.ts'
import { seatPreferences, type SeatPreference } from '../kinds.ts'
import {
  changeTerms,
  offerRebooking,
  quoteChange,
  type ChangeQuoteView,
  type ChangeTermsView,
  type RebookingView,
} from '../sale-contract.ts'
import { addDays, oneAdult, oneRider } from './address.ts'
import { fittingCoaches } from './fitting-seats.ts'
import type { SeatPlan } from './order-data.ts'
import { ridersInput, type Day, type Send } from './search-data.ts'

/** Days shown before and after the selected day. */
const stripBefore = 3
const stripDays = 14

/** The current choice: a departure, its class, and a seat or preference. */
export interface ChangeChoice {
  readonly date: string | null
  /** Journey key. */
  readonly to: string | null
  readonly classCode: string | null
  readonly placeId: number | null
  readonly preference: SeatPreference | null
  /** Pieces of baggage that move with the ticket; null for the required minimum. */
  readonly bags: number | null
}

export interface ChangePage {
  readonly ticket: TicketCardView
  readonly number: number
  /** Other tickets of the order for the same leg range that can be changed. */
  readonly others: readonly TicketCardView[]
  /** Free rebooking if the ticket's run is cancelled or very late, otherwise null. */
  readonly rebooking: RebookingView | null
  /** Whom the prices are for, the fee and the deadline; null if the ticket can only be rebooked. */
  readonly terms: ChangeTermsView | null
  /** Prices are for an adult, since a search does not know the passenger's category. */
  readonly isForAdult: boolean
  readonly choice: ChangeChoice
  readonly today: string
  readonly date: string
  readonly days: readonly Day[]
  /** The carrier's departures on that day, without the ticket's own. */
  readonly journeys: readonly JourneyView[]
  /** Journey key of the ticket's departure. */
  readonly ownKey: string
  readonly chosen: {
    readonly quote: ChangeQuoteView | null
    /** Error message if there is no quote. */
    readonly refusal: string | null
    /** If no seat is left in the class: the other classes that have one, otherwise null. */
    readonly otherClasses: readonly OtherClass[] | null
    readonly journey: JourneyView | null
    readonly plan: SeatPlan | null
  } | null
}

export interface OtherClass {
  readonly classCode: string
  readonly name: string
  readonly seatsLeft: number
  readonly quote: ChangeQuoteView
}

const keyPattern = /^(\d+)\.(\d+)\.(\d+)$/

export function readChangeChoice(params: URLSearchParams): ChangeChoice {
  const date = params.get('date')
  const to = params.get('to')
  const placeId = Number(params.get('place'))
  return {
    date: date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? date : null,
    to: to !== null && keyPattern.test(to) ? to : null,
    classCode: params.get('class'),
    placeId: Number.isInteger(placeId) && placeId > 0 ? placeId : null,
    preference: seatPreferences.find((one) => one === params.get('seat')) ?? null,
    bags: /^\d{1,2}$/.test(params.get('bags') ?? '') ? Number(params.get('bags')) : null,
  }
}

/** Path of a choice, without a language. */
export function changePath(ticketIdentifier: string, choice: Partial<ChangeChoice>): string {
  const query = new URLSearchParams()
  if (choice.date) query.set('date', choice.date)
  if (choice.to) query.set('to', choice.to)
  if (choice.classCode) query.set('class', choice.classCode)
  if (choice.placeId) query.set('place', String(choice.placeId))
  if (choice.preference) query.set('seat', choice.preference)
  if (choice.bags !== null && choice.bags !== undefined) query.set('bags', String(choice.bags))
  const text = query.toString()
  return `/transport/change/${encodeURIComponent(ticketIdentifier)}${text === '' ? '' : `?${text}`}`
}

/** Null if the ticket does not exist, belongs to another customer, or can no longer be changed. */
export async function loadChange(
  send: Send,
  ticketIdentifier: string,
  params: URLSearchParams,
): Promise<ChangePage | null> {
  const found = await findTicket(send, ticketIdentifier)
  if (!found || found.ticket.hand.changePath === null) return null
  const { ticket, tickets } = found
  const { itemId, legFrom, legTo, startsAt, timeZone } = ticket.item
  const query = { ticketIdentifier: ticket.ticketIdentifier }
  const [run, terms] = await Promise.all([
    send(readRun, { params: { runId: itemId } }),
    orRefused(send(changeTerms, { query })),
  ])
  const ends = { from: run.stops[legFrom]?.placeCode ?? '', to: run.stops[legTo]?.placeCode ?? '' }
  const choice = readChangeChoice(params)
  const today = dayKey(new Date(), timeZone)
  const date = laterOf(choice.date ?? dayKey(startsAt, timeZone), today)
  const riders = oneRider(terms?.rider)
  const way = { ...ends, brand: run.brand, ...ridersInput(riders ?? oneAdult) }
  const [day, calendar, rebooking] = await Promise.all([
    send(findJourneys, { query: { ...way, date } }),
    send(journeyCalendar, {
      query: { ...way, date: laterOf(today, addDays(date, -stripBefore)), days: stripDays },
    }),
    orRefused(send(offerRebooking, { query })),
  ])
  const ownKey = `${itemId}.${legFrom}.${legTo}`
  const rides = day.journeys.filter(({ segments }) => segments.length === 1)
  return {
    ticket,
    number: tickets.indexOf(ticket) + 1,
    others: tickets.filter(
      (one) =>
        one !== ticket &&
        one.hand.changePath !== null &&
        one.item.itemId === itemId &&
        one.item.legFrom === legFrom,
    ),
    rebooking,
    terms,
    isForAdult: riders === null,
    choice,
    today,
    date,
    days: calendar.days,
    journeys: rides.filter(({ journeyKey }) => journeyKey !== ownKey),
    ownKey,
    chosen: choice.to === null ? null : await readChosen(send, ticket, choice, rides),
  }
}

/** Null if the call is refused: a run on time is not rebooked, a cancelled one not changed. */
async function orRefused<Value>(reply: Promise<Value>): Promise<Value | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return null
    throw error
  }
}

function laterOf(left: string, right: string): string {
  return left > right ? left : right
}

async function findTicket(send: Send, ticketIdentifier: string) {
  const codes = ['TicketNotFound', 'OrderNotFound', 'Unauthenticated', 'BadRequest']
  try {
    const [named] = (await send(getTickets, { query: { ticketIdentifier } })).tickets
    if (!named) return null
    const { tickets } = await send(orderTickets, { query: { orderNumber: named.orderNumber } })
    const ticket = tickets.find((one) => one.ticketIdentifier === named.ticketIdentifier)
    return ticket ? { ticket, tickets } : null
  } catch (error) {
    if (error instanceof CallError && codes.includes(error.code)) return null
    throw error
  }
}

async function readChosen(
  send: Send,
  { ticketIdentifier }: TicketCardView,
  { to, classCode, placeId, preference, bags }: ChangeChoice,
  rides: readonly JourneyView[],
): Promise<ChangePage['chosen']> {
  const [, runId, legFrom, legTo] = (keyPattern.exec(to ?? '') ?? []).map(Number)
  if (runId === undefined || legFrom === undefined || legTo === undefined) return null
  const stretch = { runId, legFrom, legTo }
  const asked = {
    ticketIdentifier,
    ...stretch,
    ...(classCode === null ? {} : { classCode }),
    ...(placeId === null ? {} : { placeId }),
    ...(preference === null ? {} : { preference }),
    ...(bags === null ? {} : { bags }),
  }
  const quoteOf = (query: typeof asked) => quotedOr(send(quoteChange, { query }))
  const [quoted, plan] = await Promise.all([
    quoteOf(asked),
    send(seatPlan, { query: stretch }).catch(() => null),
  ])
  const journey = rides.find(({ journeyKey }) => journeyKey === to) ?? null
  const { quote, refusal } = quoted
  const isFull = quoted.code === 'NoSeatsLeft'
  const otherClasses = isFull
    ? await quoteClasses(plan?.segment.classes ?? [], (one) =>
        quoteOf({ ticketIdentifier, ...stretch, classCode: one }),
      )
    : null
  // A refused seat or class has no quote; any other quote names the passenger's category.
  const named =
    quote ?? otherClasses?.[0]?.quote ?? (await quoteOf({ ticketIdentifier, ...stretch })).quote
  return {
    quote,
    refusal,
    otherClasses,
    journey,
    plan: plan?.hasSeatChoice && named ? planFor(plan, named) : null,
  }
}

/** What the ticket costs in each class that has a seat for its passenger. */
async function quoteClasses(
  classes: SeatPlan['segment']['classes'],
  quoteIn: (classCode: string) => Promise<{ readonly quote: ChangeQuoteView | null }>,
): Promise<OtherClass[]> {
  const quoted = await Promise.all(
    classes
      .filter(({ seatsLeft, price }) => seatsLeft > 0 && price !== null)
      .map(async ({ classCode, name, seatsLeft }) => {
        const { quote } = await quoteIn(classCode)
        return quote ? [{ classCode, name, seatsLeft, quote }] : []
      }),
  )
  return quoted.flat()
}

/** Offers only seats that the sale accepts for the ticket's passenger. */
function planFor(plan: SeatPlan, { rider }: ChangeQuoteView): SeatPlan {
  return { ...plan, coaches: fittingCoaches(plan.coaches, rider) }
}

/** Refusals are displayed on the page, so that another choice can be made. */
async function quotedOr(
  reply: Promise<ReplyOf<typeof quoteChange>>,
): Promise<{ quote: ChangeQuoteView | null; refusal: string | null; code: string | null }> {
  try {
    return { quote: await reply, refusal: null, code: null }
  } catch (error) {
    if (error instanceof CallError && error.status < 500)
      return { quote: null, refusal: error.message, code: error.code }
    throw error
  }
}
