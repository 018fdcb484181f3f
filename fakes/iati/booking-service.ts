/** Fares and orders of the fake, in memory: after a restart they are answered as gone. */
import { randomUUID } from 'node:crypto'
import { airportView } from '../duffel/flights.ts'
import { brands, flightsBetween, zoneOf, type Brand, type FlightRow } from './flights.ts'
import type { BookBody, IatiFaults, SearchBody } from './shapes.ts'

type Trip = readonly { readonly row: FlightRow; readonly date: string; readonly shift: number }[]

interface Fare {
  readonly id: string
  readonly trip: Trip
  readonly brand: Brand
  readonly pax: SearchBody['pax']
  readonly cabin: string
}

export interface IatiOrder {
  readonly id: string
  readonly reference: string
  readonly fareId: string
  readonly amount: string
  readonly pnr: string
  readonly count: number
  status: 'OPTION' | 'PAID' | 'CANCELLED'
  /** Number of reads until the tickets are issued; -1: never. */
  looksLeft: number
  changes: IatiChange[]
}

interface IatiChange {
  readonly id: string
  readonly before: Trip
  /** Null: the flights are cancelled. */
  readonly after: Trip | null
  isAccepted: boolean
}

const fareMinutes = 25
const optionMinutes = 60
const shares = { adult: 1, child: 0.8, infant: 0.12 } as const

export class BookingService {
  readonly #faults: IatiFaults
  readonly #fares = new Map<string, Fare>()
  readonly #orders = new Map<string, IatiOrder>()
  readonly #now: () => Date

  constructor(faults: IatiFaults, now: () => Date) {
    this.#faults = faults
    this.#now = now
  }

  #after(minutes: number): string {
    return new Date(this.#now().getTime() + minutes * 60_000).toISOString()
  }

  search({ trips: request, pax, cabin }: SearchBody) {
    let trips: Trip[] = [[]]
    for (const { from, to, date } of request)
      trips = trips.flatMap((trip) =>
        flightsBetween(from, to)
          .filter(({ carrier }) => trip.every((one) => one.row.carrier === carrier))
          .map((row) => [...trip, { row, date, shift: 0 }]),
      )
    return trips.map((trip) => {
      const fares = brands.map((brand) => {
        const fare = { id: randomUUID(), trip, brand, pax, cabin }
        this.#fares.set(fare.id, fare)
        return this.#fareView(fare)
      })
      return { validatingCarrier: trip[0]?.row.carrier ?? '', trips: trip.map(tripView), fares }
    })
  }

  fare(id: string) {
    const fare = this.#fares.get(id)
    if (!fare) return null
    const { trip } = fare
    const carrier = trip[0]?.row.carrier ?? ''
    return {
      validatingCarrier: carrier,
      trips: trip.map(tripView),
      fares: [this.#fareView(fare)],
    }
  }

  #unitCents({ trip, brand }: Fare, kind: keyof typeof shares): number {
    const adult = trip.reduce((sum, { row }) => sum + row.cents, 0) * brand.factor
    return Math.round((adult * shares[kind] * this.#faults.pricePercent) / 100)
  }

  #totalOf(fare: Fare): string {
    const { adult, child, infant } = fare.pax
    return amount(
      adult * this.#unitCents(fare, 'adult') +
        child * this.#unitCents(fare, 'child') +
        infant * this.#unitCents(fare, 'infant'),
    )
  }

  #fareView(fare: Fare) {
    const { id, brand, cabin, pax } = fare
    const term = (cents: number | null) => ({
      allowed: cents !== null,
      fee: cents === null ? null : amount(cents),
    })
    const kinds = [
      ['ADT', 'adult'],
      ['CHD', 'child'],
      ['INF', 'infant'],
    ] as const
    return {
      fareId: id,
      brand: brand.name,
      cabin,
      currency: 'USD',
      cabinBagKg: 8,
      checkedBags: brand.checkedBags,
      checkedBagKg: brand.checkedBags > 0 ? 23 : null,
      refund: term(brand.refundCents),
      change: term(brand.changeCents),
      paxFares: kinds
        .filter(([, kind]) => pax[kind] > 0)
        .map(([type, kind]) => ({
          type,
          count: pax[kind],
          total: amount(this.#unitCents(fare, kind)),
        })),
      seats: 9,
      validUntil: this.#after(fareMinutes),
    }
  }

  /** Creates an unpaid booking, or returns an error code. A reference can be used repeatedly. */
  book(request: BookBody): IatiOrder | string {
    const fare = this.#fares.get(request.fareId)
    if (!fare) return 'FARE_NOT_FOUND'
    const { adult, child, infant } = fare.pax
    const named = (type: string) => request.passengers.filter((one) => one.type === type).length
    if (named('ADT') !== adult || named('CHD') !== child || named('INF') !== infant)
      return 'PASSENGER_COUNT'
    if (request.amount !== this.#totalOf(fare)) return 'PRICE_CHANGED'
    const order: IatiOrder = {
      id: `IA${randomUUID().slice(0, 8).toUpperCase()}`,
      reference: request.reference,
      fareId: fare.id,
      amount: request.amount,
      pnr: randomUUID().slice(0, 6).toUpperCase(),
      count: request.passengers.length,
      status: 'OPTION',
      looksLeft: this.#faults.ticketsAfterLooks,
      changes: [],
    }
    this.#orders.set(order.id, order)
    return order
  }

  find(id: string): IatiOrder | undefined {
    return this.#orders.get(id)
  }

  ofReference(reference: string): IatiOrder[] {
    return this.all().filter((order) => order.reference === reference)
  }

  all(): IatiOrder[] {
    return [...this.#orders.values()]
  }

  /** Null, or the error code if no ticket is issued. Repeating the call for a paid booking succeeds. */
  ticket(order: IatiOrder, paid: string): string | null {
    if (order.status === 'CANCELLED') return 'ORDER_CANCELLED'
    if (paid !== order.amount) return 'PRICE_CHANGED'
    order.status = 'PAID'
    return null
  }

  orderView(order: IatiOrder, isLook = false) {
    if (isLook && order.status === 'PAID' && order.looksLeft > 0) order.looksLeft -= 1
    const isIssued = order.status === 'PAID' && order.looksLeft === 0
    const status = order.status === 'PAID' ? (isIssued ? 'TICKETED' : 'IN_PROGRESS') : order.status
    return {
      orderId: order.id,
      reference: order.reference,
      status,
      pnr: order.pnr,
      amount: order.amount,
      currency: 'USD',
      optionUntil: order.status === 'OPTION' ? this.#after(optionMinutes) : null,
      tickets: isIssued
        ? Array.from({ length: order.count }, (_, index) => `624${order.id.slice(2)}${index}`)
        : [],
      changes: order.changes.map(({ id, before, after, isAccepted }) => ({
        changeId: id,
        before: before.map(tripView),
        after: after?.map(tripView) ?? [],
        status: isAccepted ? 'ACCEPTED' : 'OPEN',
      })),
    }
  }

  /** The refundable amount; the full one while an airline change is not accepted. */
  refundOf(order: IatiOrder): string {
    const fare = this.#fares.get(order.fareId)
    if (order.status !== 'PAID' || !fare) return amount(0)
    const total = Math.round(Number(order.amount) * 100)
    if (order.changes.some(({ isAccepted }) => !isAccepted)) return amount(total)
    const fee = fare.brand.refundCents
    return amount(fee === null ? 0 : Math.max(0, total - fee * order.count))
  }

  /** Moves the flights of an order, or cancels them (null). */
  change(order: IatiOrder, minutes: number | null): void {
    const before =
      order.changes.findLast(({ after }) => after)?.after ??
      this.#fares.get(order.fareId)?.trip ??
      []
    const after =
      minutes === null ? null : before.map((one) => ({ ...one, shift: one.shift + minutes }))
    order.changes.push({ id: `CH${randomUUID().slice(0, 8)}`, before, after, isAccepted: false })
  }
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2)
}

function tripView({ row, date, shift }: Trip[number]) {
  const at = (time: string, days: number) =>
    new Date(Date.parse(`${date}T${time}:00Z`) + (days * 1_440 + shift) * 60_000)
      .toISOString()
      .slice(0, 16)
  const isNextDay = row.arrives < row.departs
  return {
    segments: [
      {
        carrier: row.carrier,
        operatingCarrier: row.carrier,
        number: String(row.number),
        from: row.from,
        to: row.to,
        departure: at(row.departs, 0),
        arrival: at(row.arrives, isNextDay ? 1 : 0),
        departureZone: zoneFor(row.from),
        arrivalZone: zoneFor(row.to),
        aircraft: row.aircraft,
      },
    ],
  }
}

function zoneFor(code: string): string | null {
  return zoneOf(code) ?? airportView(code).time_zone
}
