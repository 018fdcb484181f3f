import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError, type Client } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useKitTexts } from '#design/kit-texts.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { unreserve } from '#modules/orders/contract.ts'
import { passengerTemplatesCreate } from '#modules/passengers/contract.ts'
import {
  flightOrderCreate,
  flightPassengersSet,
  flightSeats,
  type GivenTraveller,
} from '../contract.ts'
import { flightTryReservation, flightUpdatePrice } from '../order-contract.ts'
import type { PriceChangeView } from '../shapes.ts'
import type { ChosenSeat } from './seat-choice.ts'

const attemptsMax = 12
const pauseMilliseconds = 2_500

interface Rise {
  readonly orderKey: string
  readonly change: PriceChangeView
}

const key = () => ({ idempotencyKey: crypto.randomUUID() })

/** Repeats the reservation request until the supplier has replied. Returns a price rise, or null to continue. */
async function requestReservation(
  client: Client,
  orderKey: string,
  onPending: () => void,
): Promise<Rise | null> {
  for (let count = 0; count < attemptsMax; count += 1) {
    const body = { orderKey }
    const { outcome, priceChange } = await client.send(flightTryReservation, { body }, key())
    if (outcome === 'price-rose' && priceChange) return { orderKey, change: priceChange }
    if (outcome !== 'pending') return null
    onPending()
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMilliseconds)
    })
  }
  throw new Error('The supplier stays silent')
}

/** Error messages by `<index>.<field>`. */
function problemsOf(error: CallError): ReadonlyMap<string, string> {
  const named = (error.fields ?? []).map(
    ({ path, message }) => [path.replace('body.passengers.', ''), message] as const,
  )
  return new Map(named)
}

/** Saves the passengers in the account. Failures do not prevent the booking. */
async function savePassengers(
  client: Client,
  passengers: readonly GivenTraveller[],
): Promise<void> {
  const saved = passengers.map((passenger) => {
    const document = {
      kind: passenger.documentKind,
      number: passenger.documentNumber,
      nationality: passenger.nationality,
      expiresOn: passenger.documentExpiresOn,
    }
    const body = {
      givenName: passenger.givenName,
      familyName: passenger.familyName,
      kind: passenger.kind === 'adult' ? (0 as const) : (1 as const),
      gender: passenger.gender === 2 ? (2 as const) : (1 as const),
      birthDate: passenger.birthDate,
      documents: [document],
    }
    return client.send(passengerTemplatesCreate, { body })
  })
  await Promise.allSettled(saved)
}

function chooseSeats(
  client: Client,
  tktOrderNumber: string,
  chosen: readonly ChosenSeat[],
): Promise<unknown> {
  const seats = chosen.map(({ position, leg, seat }) => ({ position, leg, seat }))
  return client.send(flightSeats, { body: { tktOrderNumber, seats } }, key())
}

/** Booking process: sets the passengers, creates the order, reserves the places and opens the payment page. A price rise requires consent. */
export function useBooking(priceDetailId: string) {
  const locale = useLocale()
  const kit = useKitTexts()
  const navigate = useNavigate()
  const running = useRef(false)
  /** The booking in progress, whose passengers are updated after corrections. */
  const currentBooking = useRef<{ tktOrderNumber: string; orderKey?: string } | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isEnded, setEnded] = useState(false)
  /** Number of times a chosen seat was taken by others; the cabins are reloaded then. */
  const [takenCount, setTakenCount] = useState(0)
  const hasSeats = useRef(false)
  const [rise, setRise] = useState<Rise | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const client = () => browserClient(locale)

  async function once(work: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setWaiting(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      refuse(error)
    }
    running.current = false
    setWaiting(false)
    setPending(false)
  }

  function refuse(error: unknown): void {
    if (!(error instanceof CallError)) return setRefusal(kit('networkProblem'))
    if (error.code === 'FlightOfferEnded' || error.code === 'OrderExpired') return setEnded(true)
    if (error.code === 'FlightSeatTaken') setTakenCount((count) => count + 1)
    setProblems(problemsOf(error))
    setRefusal(error.message)
  }

  async function reserve(orderKey: string): Promise<void> {
    const risen = await requestReservation(client(), orderKey, () => setPending(true))
    setRise(risen)
    if (!risen) await navigate(localizedPath(locale, `/checkout/${orderKey}`))
  }

  const send = (
    passengers: readonly GivenTraveller[],
    contact: { readonly email: string; readonly phone: string },
    { isSaving, seats }: { readonly isSaving: boolean; readonly seats: readonly ChosenSeat[] },
  ) =>
    once(async () => {
      setProblems(new Map())
      const known = currentBooking.current
      const name = known ? { tktOrderNumber: known.tktOrderNumber } : { priceDetailId }
      const body = { ...name, passengers: [...passengers], contact }
      const { tktOrderNumber } = await client().send(flightPassengersSet, { body })
      currentBooking.current = { ...known, tktOrderNumber }
      if (isSaving) await savePassengers(client(), passengers)
      if (seats.length > 0 || hasSeats.current) await chooseSeats(client(), tktOrderNumber, seats)
      hasSeats.current = seats.length > 0
      const order = await client().send(flightOrderCreate, { body: { tktOrderNumber } }, key())
      const { orderKey } = order
      if (orderKey === null) throw new Error('An order was made')
      currentBooking.current = { tktOrderNumber, orderKey }
      await reserve(orderKey)
    })

  const acceptRise = () =>
    once(async () => {
      if (!rise) return
      const { orderKey } = rise
      setRise(null)
      await client().send(flightUpdatePrice, { query: { orderKey } }, key())
      await reserve(orderKey)
    })

  /** Releases the places; nothing was charged. */
  const refuseRise = (searchPath: string) =>
    once(async () => {
      if (!rise) return
      await client().send(unreserve, { body: { orderKey: rise.orderKey, cancel: true } }, key())
      setRise(null)
      await navigate(searchPath)
    })

  return {
    send,
    acceptRise,
    refuseRise,
    rise: rise?.change ?? null,
    problems,
    refusal,
    isWaiting,
    isPending,
    isEnded,
    takenCount,
  }
}
