import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useKnownVisitor } from '#design/data/visitor.ts'
import { Select } from '#design/parts/select.tsx'
import { passengerTemplatesList } from '#modules/passengers/contract.ts'
import { flightPassengerInfo, flightPassengerInfoMy } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { emptyTraveller, type TypedTraveller } from './traveller-fields.tsx'

type Known = readonly TypedTraveller[]

/** Passengers of earlier bookings and those saved in the account, to fill the form. */
export function useKnownTravellers(): Known {
  const actor = useKnownVisitor()?.actor
  const [known, setKnown] = useState<Known>([])
  useEffect(() => {
    if (actor !== 'customer' && actor !== 'guest') return undefined
    let isOpen = true
    void readKnown(actor === 'customer').then((found) => isOpen && setKnown(found))
    return () => {
      isOpen = false
    }
  }, [actor])
  return known
}

/** Lists that cannot be loaded are left out. */
async function readKnown(isCustomer: boolean): Promise<Known> {
  const client = browserClient()
  const [own, earlier, saved] = await Promise.allSettled([
    isCustomer ? client.send(flightPassengerInfoMy) : null,
    client.send(flightPassengerInfo),
    isCustomer ? client.send(passengerTemplatesList) : null,
  ])
  const me = own.status === 'fulfilled' && own.value?.passenger ? [own.value.passenger] : []
  const flown = earlier.status === 'fulfilled' ? earlier.value.items : []
  const templates = saved.status === 'fulfilled' && saved.value ? saved.value.templates : []
  const people = [
    ...[...me, ...flown].map((traveller) => ({
      givenName: traveller.givenName,
      familyName: traveller.familyName,
      gender: String(traveller.gender),
      birthDate: traveller.birthDate,
      nationality: traveller.nationality ?? '',
      documentKind: traveller.documentKind ?? 'passport',
      documentNumber: traveller.documentNumber ?? '',
      documentExpiresOn: traveller.documentExpiresOn ?? '',
    })),
    ...templates.map(({ documents, ...traveller }) => {
      const document = documents.find(({ kind }) => kind === 'passport') ?? documents[0]
      return {
        ...emptyTraveller,
        givenName: traveller.givenName,
        familyName: traveller.familyName,
        gender: traveller.gender === null ? '' : String(traveller.gender),
        birthDate: traveller.birthDate ?? '',
        ...(document && {
          nationality: document.nationality,
          documentKind: document.kind === 'identity-card' ? 'identity-card' : 'passport',
          documentNumber: document.number,
          documentExpiresOn: document.expiresOn ?? '',
        }),
      }
    }),
  ]
  const byPerson = new Map<string, TypedTraveller>()
  for (const traveller of people) {
    const key =
      `${traveller.givenName} ${traveller.familyName} ${traveller.birthDate}`.toUpperCase()
    if (!byPerson.has(key)) byPerson.set(key, traveller)
  }
  return [...byPerson.values()]
}

interface ChooseKnownProps {
  readonly known: Known
  /** Range of birth dates permitted for this kind of passenger. */
  readonly bornFrom: string
  readonly bornUntil: string
  readonly onChoose: (traveller: TypedTraveller) => void
}

/** Selection among suitable known travellers; renders nothing without any. */
export function ChooseKnown({ known, bornFrom, bornUntil, onChoose }: ChooseKnownProps) {
  const t = useTexts()
  const [chosen, setChosen] = useState('')
  const suitable = known.filter(
    ({ birthDate }) => birthDate === '' || (birthDate >= bornFrom && birthDate <= bornUntil),
  )
  if (suitable.length === 0) return null
  return (
    <Select
      label={t('chooseKnown')}
      value={chosen}
      onChange={({ target: { value } }) => {
        setChosen(value)
        const traveller = value === '' ? undefined : suitable[Number(value)]
        if (traveller) onChoose(traveller)
      }}
    >
      <option value="">{t('chooseKnownNone')}</option>
      {suitable.map(({ givenName, familyName, birthDate }, index) => (
        <option key={`${givenName} ${familyName} ${birthDate}`} value={index}>
          {givenName} {familyName}
        </option>
      ))}
    </Select>
  )
}
