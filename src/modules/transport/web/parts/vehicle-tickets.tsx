import { Panel } from '#design/parts/card.tsx'
import { ChoiceGroup, Radio } from '#design/parts/checkbox.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Price } from '#design/parts/price.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { partyOf, riderCodes, type RiderCounts } from '../address.ts'
import { useCarrierText } from '../carrier-text.ts'
import {
  bagKey,
  classOf,
  hasRoom,
  priceOfClass,
  riderOf,
  seatsNeeded,
  type Choice,
} from '../choice.ts'
import type { TicketTypes } from '../search-data.ts'
import { useTexts } from '../texts.ts'
import { wayText } from '../way-text.ts'
import { ChangeTerms } from './change-terms.tsx'
import { Vehicle } from './vehicle.tsx'

interface VehicleTicketsProps {
  readonly types: TicketTypes
  readonly riders: RiderCounts
  readonly choice: Choice
  readonly onChange: (part: Partial<Choice>) => void
}

/** Ticket options for one vehicle: classes with the total price, required proofs, baggage, and terms. */
export function VehicleTickets(props: VehicleTicketsProps) {
  const { types, riders, choice, onChange } = props
  const { segment } = types
  const t = useTexts()
  const run = String(segment.runId)
  const chosen = classOf(types, choice, riders)
  return (
    <Panel title={wayText(t, segment)} note={<Vehicle segment={segment} />}>
      <ChoiceGroup legend={t('classTitle')}>
        <div className="mt-tight space-y-tight">
          {types.classes.map((offer) => {
            const price = priceOfClass(offer, riders)
            const isFull = !hasRoom(offer, riders) || price === null
            const isInSpace = seatsNeeded(offer, riders) === 0
            const left = isInSpace
              ? t('spacesLeft', { count: offer.spacesLeft })
              : t('seatsLeft', { count: offer.seatsLeft })
            return (
              <Radio
                key={offer.classCode}
                name={`class-${run}`}
                look="card"
                label={offer.name}
                hint={isFull ? t(isInSpace ? 'spacesNone' : 'classFull') : left}
                end={price && !isFull ? <Price money={price} className="font-semibold" /> : null}
                checked={offer.classCode === chosen?.classCode}
                disabled={isFull}
                onChange={() =>
                  onChange({ classes: { ...choice.classes, [run]: offer.classCode } })
                }
              />
            )
          })}
        </div>
      </ChoiceGroup>
      {chosen && <RiderPrices offer={chosen} riders={riders} />}
      <Baggage {...props} />
      <Terms types={types} />
    </Panel>
  )
}

type RiderFare = NonNullable<ReturnType<typeof riderOf>>

/** Price and required proof by rider category. */
function RiderPrices(props: {
  readonly offer: TicketTypes['classes'][number]
  readonly riders: RiderCounts
}) {
  const { offer, riders } = props
  const t = useTexts()
  const codes = riderCodes.filter((code) => riders[code] > 0)
  // Several kinds of passengers travel at the fare of adults where the carrier has none for them.
  const counts = new Map<RiderFare, number>()
  for (const code of codes) {
    const fare = riderOf(offer, code)
    if (fare) counts.set(fare, (counts.get(fare) ?? 0) + riders[code])
  }
  const fares = [...counts]
  if (codes.length < 2 && fares.every(([{ proof }]) => proof === null)) return null
  return (
    <ul className="figures mt-near space-y-1 text-note text-soft">
      {fares.map(([{ name, proof, total }, count]) => (
        <li key={name} className="flex items-baseline justify-between gap-x-near">
          <Dotted facts={[`${count} × ${name}`, proof !== null && t(proofText(proof))]} />
          <Price money={{ ...total, amount: total.amount * count }} className="shrink-0" />
        </li>
      ))}
    </ul>
  )
}

const proofs = {
  'birth-certificate': 'proof_birth-certificate',
  'student-card': 'proof_student-card',
  'pension-card': 'proof_pension-card',
  'disability-certificate': 'proof_disability-certificate',
} as const

function proofText(proof: string) {
  return proofs[proof as keyof typeof proofs] ?? proofs['birth-certificate']
}

function Baggage({ types, riders, choice, onChange }: VehicleTicketsProps) {
  const t = useTexts()
  const { segment } = types
  if (types.baggage.length === 0) return null
  const party = partyOf(riders).length
  return (
    <div className="mt-group">
      <p className="font-semibold">{t('baggageTitle')}</p>
      <ul className="mt-tight border-t border-rule">
        {types.baggage.map(({ optionCode, name, price, perPassengerMax, left }) => {
          const key = bagKey(types, optionCode)
          // The same baggage is offered by each vehicle of a journey.
          const named = t('baggageOf', { name, from: segment.from.name, to: segment.to.name })
          return (
            <li
              key={optionCode}
              className="flex flex-wrap items-center justify-between gap-near border-b border-rule py-2"
            >
              <span className="min-w-0 grow">
                {name}
                <Price money={price} className="ml-2 text-soft" />
                {left === 0 && <span className="ml-2 text-warn">{t('baggageNone')}</span>}
              </span>
              <Stepper
                label={named}
                value={choice.baggage[key] ?? 0}
                max={Math.min(perPassengerMax * party, left)}
                lessLabel={t('baggageLess', { name: named })}
                moreLabel={t('baggageMore', { name: named })}
                onChange={(count) => onChange({ baggage: { ...choice.baggage, [key]: count } })}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The carrier's terms, in the reader's language if available. */
function CarrierTerms({ texts }: Pick<TicketTypes['terms'], 'texts'>) {
  const { text, lang } = useCarrierText()(texts)
  if (text === '') return null
  return (
    <p lang={lang} className="mt-near text-note text-soft">
      {text}
    </p>
  )
}

function Terms({ types: { terms, segment } }: { types: TicketTypes }) {
  const t = useTexts()
  const locale = useLocale()
  const when = (at: string): string => formatDateTime(locale, at, segment.from.timeZone)
  return (
    <FoldOut title={t('termsTitle')} className="mt-group">
      <ul className="figures list-disc space-y-1 pl-5 text-note">
        {terms.returns.map(({ until, deductionBasisPoints }) => (
          <li key={until}>
            {deductionBasisPoints === 0
              ? t('termsUntilFree', { date: when(until) })
              : t('termsUntil', { date: when(until), percent: deductionBasisPoints / 100 })}
          </li>
        ))}
        {terms.changeUntil !== null && terms.changeFee !== null && (
          <li>
            <ChangeTerms
              fee={terms.changeFee}
              until={terms.changeUntil}
              timeZone={segment.from.timeZone}
            />
          </li>
        )}
      </ul>
      <CarrierTerms texts={terms.texts} />
    </FoldOut>
  )
}
