import { useState, type RefObject } from 'react'
import { useKnownVisitor } from '#design/data/visitor.ts'
import type { GivenTraveller } from '../contract.ts'
import { useKnownTravellers } from './parts/known-travellers.tsx'
import { nobody, type TypedTraveller } from './parts/traveller-fields.tsx'
import type { ChosenSeat } from './seat-choice.ts'
import { useBooking } from './use-booking.ts'

export interface Contact {
  readonly email: string
  readonly phone: string
}
/** What has to be there before the server is asked, by the name of its field. */
function missingFields(typed: readonly TypedTraveller[], contact: Contact): ReadonlySet<string> {
  const missing = typed.flatMap((one, index) =>
    Object.entries(one).flatMap(([field, value]) =>
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

interface Asked {
  readonly priceDetailId: string
  readonly passengers: readonly { readonly kind: GivenTraveller['kind'] }[]
}

/** Who flies and who is written to, as typed, and what is wrong with it; sending books. */
export function useTravellerForm(
  { priceDetailId, passengers: asked }: Asked,
  element: RefObject<HTMLFormElement | null>,
) {
  const [typed, setTyped] = useState<readonly TypedTraveller[]>(asked.map(() => nobody))
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
    const passengers = asked.map(({ kind }, index) => travellerOf(kind, typed[index] ?? nobody))
    if (missingFields(typed, contact).size === 0)
      await booking.send(passengers, contact, { isSaving: isSaving && isCustomer, seats })
    // Once the problems stand there: to the first of them.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  return {
    typed,
    change: (index: number, one: TypedTraveller) => setTyped(typed.with(index, one)),
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
