import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useKnownVisitor } from '#design/data/visitor.ts'
import { Select } from '#design/parts/select.tsx'
import { passengerTemplatesList } from '#modules/passengers/contract.ts'
import { flightPassengerInfo, flightPassengerInfoMy } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { nobody, type TypedTraveller } from './traveller-fields.tsx'

type Known = readonly TypedTraveller[]

/** People whom the visitor flew with before, and those saved in the account. Without them the form is filled by hand. */
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

/** A list that does not come is left out. */
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
    ...[...me, ...flown].map((one) => ({
      givenName: one.givenName,
      familyName: one.familyName,
      gender: String(one.gender),
      birthDate: one.birthDate,
      nationality: one.nationality ?? '',
      documentKind: one.documentKind ?? 'passport',
      documentNumber: one.documentNumber ?? '',
      documentExpiresOn: one.documentExpiresOn ?? '',
    })),
    ...templates.map(({ documents, ...one }) => {
      const document = documents.find(({ kind }) => kind === 'passport') ?? documents[0]
      return {
        ...nobody,
        givenName: one.givenName,
        familyName: one.familyName,
        gender: one.gender === null ? '' : String(one.gender),
        birthDate: one.birthDate ?? '',
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
  for (const one of people) {
    const key = `${one.givenName} ${one.familyName} ${one.birthDate}`.toUpperCase()
    if (!byPerson.has(key)) byPerson.set(key, one)
  }
  return [...byPerson.values()]
}

interface ChooseKnownProps {
  readonly known: Known
  /** Births that the passenger may have: others cannot travel as this kind. */
  readonly bornFrom: string
  readonly bornUntil: string
  readonly onChoose: (traveller: TypedTraveller) => void
}

/** A choice among those who may travel as this passenger; nothing when there are none. */
export function ChooseKnown({ known, bornFrom, bornUntil, onChoose }: ChooseKnownProps) {
  const t = useTexts()
  const [chosen, setChosen] = useState('')
  const fitting = known.filter(
    ({ birthDate }) => birthDate === '' || (birthDate >= bornFrom && birthDate <= bornUntil),
  )
  if (fitting.length === 0) return null
  return (
    <Select
      label={t('chooseKnown')}
      value={chosen}
      onChange={({ target: { value } }) => {
        setChosen(value)
        const one = value === '' ? undefined : fitting[Number(value)]
        if (one) onChoose(one)
      }}
    >
      <option value="">{t('chooseKnownNone')}</option>
      {fitting.map(({ givenName, familyName, birthDate }, index) => (
        <option key={`${givenName} ${familyName} ${birthDate}`} value={index}>
          {givenName} {familyName}
        </option>
      ))}
    </Select>
  )
}
