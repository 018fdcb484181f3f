import { lazy, Suspense, useImperativeHandle, useState, type Ref } from 'react'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { problemsOfPassengers, type TypedPassengers } from '../passenger-draft.ts'
import type { BuyerDraft } from '../buyer-draft.ts'
import type { CheckoutView } from '../../checkout-contract.ts'
import { useQuestionTexts } from '../questions-texts.ts'
import { useExtras } from '../use-extras.ts'
import { ExtraFields } from './extra-fields.tsx'
import { usePlaceName } from './order-card.tsx'

/** Only what is sold by name asks for it. */
const PassengerFields = lazy(() => import('./passenger-fields.tsx'))

/** What the form around the questions asks of them. */
export interface QuestionsHandle {
  /** Shows every problem and answers the name of the first field that has one. */
  judgeAll(): string | undefined
}

/** The answers, which are a part of what the buyer has typed. */
export interface AnswersProps {
  readonly checkout: Pick<CheckoutView, 'extras' | 'passengers' | 'order'>
  readonly draft: BuyerDraft
  readonly onChange: (draft: BuyerDraft) => void
  /** Ids of the questions whose answers the server refused. */
  readonly refusedExtras: readonly string[]
  /** Fields of passengers that the server refused, by `passengerKey`. */
  readonly refusedPassengers: readonly string[]
}

/** What an order asks besides the buyer: documents, delivery, who travels. */
export default function Questions({ ref, ...props }: AnswersProps & { ref: Ref<QuestionsHandle> }) {
  const { checkout, draft, onChange } = props
  const placeName = usePlaceName()
  const extras = useExtras({
    questions: checkout.extras,
    answers: draft.extras ?? {},
    onAnswers: (answers) => onChange({ ...draft, extras: answers }),
    refused: props.refusedExtras,
  })
  const passengers = usePassengers(props)
  useImperativeHandle(ref, () => ({
    judgeAll() {
      const [firstExtra, firstPassenger] = [extras.judgeAll(), passengers.judgeAll()]
      return firstExtra ?? firstPassenger
    },
  }))
  return (
    <>
      <ExtraFields
        questions={checkout.extras}
        lines={checkout.order.lines}
        nameOf={placeName}
        {...extras.fields}
      />
      {checkout.passengers.length > 0 && (
        <Passengers checkout={checkout} fields={passengers.fields} />
      )}
    </>
  )
}

/** Passengers, judged like the answers of `useExtras`. */
function usePassengers({ checkout, draft, onChange, refusedPassengers }: AnswersProps) {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const typed = draft.passengers ?? {}
  const found = problemsOfPassengers(checkout.passengers, typed)
  const problems = new Map([...found].filter(([key]) => judged.has(key)))
  for (const key of refusedPassengers) if (!problems.has(key)) problems.set(key, 'extraWrong')
  return {
    fields: {
      typed,
      problems,
      onChange: (key: string, value: string) => {
        onChange({ ...draft, passengers: { ...typed, [key]: value } })
        setJudged((before) => new Set([...before].filter((one) => one !== key)))
      },
      onLeave: (key: string) => {
        if (typed[key]) setJudged((before) => new Set([...before, key]))
      },
      onFill: (entries: TypedPassengers) => {
        onChange({ ...draft, passengers: { ...typed, ...entries } })
        setJudged((before) => new Set([...before].filter((one) => !(one in entries))))
      },
    },
    /** Shows every problem and answers the first one's field. */
    judgeAll(): string | undefined {
      setJudged(new Set(found.keys()))
      return [...found.keys()][0]
    },
  }
}

/** Who travels. People who were named before are said in a row, which opens to change them. */
function Passengers(props: {
  readonly checkout: AnswersProps['checkout']
  readonly fields: ReturnType<typeof usePassengers>['fields']
}) {
  const { checkout, fields } = props
  const t = useQuestionTexts()
  const named = checkout.passengers.flatMap(({ passenger }) =>
    passenger ? [`${passenger.givenName} ${passenger.familyName}`] : [],
  )
  const [wasNamed] = useState(named.length === checkout.passengers.length)
  const all = (
    <Suspense>
      <PassengerFields checkout={checkout} {...fields} />
    </Suspense>
  )
  if (!wasNamed) return all
  return (
    <FoldOut
      look="section"
      title={t('passengersNamed', { names: [...new Set(named)].join(', ') })}
      note={t('passengersChange')}
      isOpen={fields.problems.size > 0}
    >
      <div className="space-y-part pt-near">{all}</div>
    </FoldOut>
  )
}
