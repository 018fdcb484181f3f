import { useState, type RefObject } from 'react'
import { useKnownVisitor } from '#design/data/visitor.ts'
import type { GivenTraveller } from '../contract.ts'
import { useKnownTravellers } from './parts/known-travellers.tsx'
import { emptyTraveller, type TypedTraveller } from './parts/traveller-fields.tsx'
import type { ChosenSeat } from './seat-choice.ts'
import { useBooking } from './use-booking.ts'

export interface Contact {
  readonly email: string
  readonly phone: string
}
/** Names of required fields that are empty or invalid, checked before the request. */
function missingFields(typed: readonly TypedTraveller[], contact: Contact): ReadonlySet<string> {
  const missing = typed.flatMap((traveller, index) =>
    Object.entries(traveller).flatMap(([field, value]) =>
      value.trim() === '' ? [`${index}.${field}`] : [],
    ),
  )
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact.email.trim())) missing.push('email')
  if (contact.phone.replaceAll(/\D/g, '').length < 6) missing.push('phone')
  return new Set(missing)
}

function travellerOf(kind: GivenTraveller['kind'], typed: TypedTraveller): GivenTraveller {
  return {
    ...typed,
    kind,
    gender: typed.gender === '2' ? 2 : 1,
    documentKind: typed.documentKind === 'identity-card' ? 'identity-card' : 'passport',
  }
}

interface FormInput {
  readonly priceDetailId: string
  readonly passengers: readonly { readonly kind: GivenTraveller['kind'] }[]
}

/** Form state of travellers and contact with its problems; submitting starts the booking. */
export function useTravellerForm(
  { priceDetailId, passengers: passengerInfo }: FormInput,
  element: RefObject<HTMLFormElement | null>,
) {
  const [typed, setTyped] = useState<readonly TypedTraveller[]>(
    passengerInfo.map(() => emptyTraveller),
  )
  const [contact, setContact] = useState<Contact>({ email: '', phone: '' })
  const [isSaving, setSaving] = useState(false)
  const [seats, setSeats] = useState<readonly ChosenSeat[]>([])
  const [isChecked, setChecked] = useState(false)
  const known = useKnownTravellers()
  const isCustomer = useKnownVisitor()?.actor === 'customer'
  const booking = useBooking(priceDetailId)
  const missing = isChecked ? missingFields(typed, contact) : new Set<string>()

  async function send(): Promise<void> {
    setChecked(true)
    const passengers = passengerInfo.map(({ kind }, index) =>
      travellerOf(kind, typed[index] ?? emptyTraveller),
    )
    if (missingFields(typed, contact).size === 0)
      await booking.send(passengers, contact, { isSaving: isSaving && isCustomer, seats })
    // After the problems are rendered, the first field with a problem gets the focus.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  return {
    typed,
    change: (index: number, traveller: TypedTraveller) => setTyped(typed.with(index, traveller)),
    problemOf: (name: string) => (missing.has(name) ? 'extraMissing' : booking.problems.get(name)),
    contact,
    setContact,
    missing,
    isSaving,
    setSaving,
    seats,
    setSeats,
    isCustomer,
    known,
    booking,
    send,
  }
}
