import { lazy, Suspense, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import {
  counterDates,
  counterTypes,
  holdAtCounter,
  type CounterDateView,
} from '../../basket-contract.ts'
import { sellAtCounter, type BasketView, type SoldView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { useAttempt } from '../use-attempt.ts'
import { useKeys } from '../use-keys.ts'
import { CashFields } from './cash-fields.tsx'
import { ContactFields, type ContactFieldsProps } from './contact-fields.tsx'
import { Sold } from './sold.tsx'
import { isSoldOut, TypeChoice } from './type-choice.tsx'
import { useCash } from './use-cash.ts'

/** Plan and list are loaded when seats are chosen individually. */
const SeatPlan = lazy(() => import('./seat-plan.tsx'))

interface SellPanelProps extends ContactFieldsProps {
  /** The places held for the current buyer. */
  readonly basket: BasketView | null
  readonly onBasket: (basket: BasketView | null) => void
  readonly onSold: () => void
}

/**
 * Date, ticket type and cash: a number key and Enter sell one ticket at its price; single seats are chosen on the plan.
 */
export function SellPanel(props: SellPanelProps) {
  const { basket } = props
  const t = useTexts()
  const [chosen, setChosen] = useState('')
  const counter = useLoaded(counterDates, {})
  // All held places are of one date, which can be changed once they are sold or released.
  const eventId = basket ? String(basket.eventId) : chosen
  return (
    <Panel title={t('types')} note={t('typesNote')}>
      <LoadedPart of={counter} height="h-12">
        {({ dates }) =>
          dates.length === 0 ? (
            <p className="text-soft">{t('noDates')}</p>
          ) : (
            <DateChoice
              dates={dates}
              eventId={eventId}
              isFixed={basket !== null}
              onChosen={setChosen}
            />
          )
        }
      </LoadedPart>
      {eventId !== '' && <Sale key={eventId} {...props} eventId={eventId} />}
    </Panel>
  )
}

interface DateChoiceProps {
  readonly dates: readonly CounterDateView[]
  readonly eventId: string
  readonly isFixed: boolean
  readonly onChosen: (eventId: string) => void
}

function DateChoice({ dates, eventId, isFixed, onChosen }: DateChoiceProps) {
  const t = useTexts()
  const locale = useLocale()
  const isByArrows = useRef(false)
  return (
    <Select
      label={t('date')}
      value={eventId}
      disabled={isFixed}
      onPointerDown={() => {
        isByArrows.current = false
      }}
      onKeyDown={({ key }) => {
        isByArrows.current = key !== 'Enter'
      }}
      onChange={({ target }) => {
        onChosen(target.value)
        // After a choice by mouse or Enter, number keys choose tickets; after arrow keys the date keeps the focus.
        if (!isByArrows.current) target.blur()
      }}
    >
      <option value="">{t('dateChoose')}</option>
      {dates.map((event) => (
        <option key={event.eventId} value={event.eventId}>
          {`${event.name}, ${formatDateTime(locale, event.startsAt, event.timeZone)}`}
        </option>
      ))}
    </Select>
  )
}

const quantityMax = 50

interface SaleProps extends SellPanelProps {
  readonly eventId: string
}

/** State of the sale of one date, with the actions to sell and to hold. */
function useSale({ eventId, basket, contact, onContact, onBasket, onSold }: SaleProps) {
  const locale = useLocale()
  const { loaded, reload } = useLoaded(counterTypes, { query: { eventId } })
  const { run, isWaiting, refusal } = useWork()
  const once = useAttempt()
  const [typeId, setTypeId] = useState<number | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [sold, setSold] = useState<SoldView | null>(null)
  const types = loaded.value?.types ?? []
  const chosen = types.find(({ ticketTypeId }) => ticketTypeId === typeId)
  const totalMinor = (chosen?.total.amount ?? 0) * quantity
  const cash = useCash(totalMinor)
  const choose = (ticketTypeId: number) => {
    setSold(null)
    setTypeId(ticketTypeId)
  }
  const clear = () => {
    setTypeId(null)
    setQuantity(1)
    cash.clear()
    reload()
  }
  const sell = () =>
    run(async () => {
      const givenMinor = cash.take()
      if (!chosen || givenMinor === null) return
      const { ticketTypeId } = chosen
      const body = { eventId, ticketTypeId, quantity, givenMinor, ...contact }
      const client = browserClient(locale)
      try {
        setSold(await once(body, (options) => client.send(sellAtCounter, { body }, options)))
      } catch (error) {
        // A part of a package asks something.
        if (error instanceof CallError && error.code === 'ExtraFieldsMissing') return holdChosen()
        throw error
      }
      clear()
      onSold()
    })
  const holdChosen = async () => {
    if (!chosen) return
    const { ticketTypeId } = chosen
    const order = basket ? { orderKey: basket.orderKey } : {}
    const body = { eventId, seats: [], ticketTypeId, quantity, ...order }
    onBasket(await browserClient(locale).send(holdAtCounter, { body }))
    clear()
  }
  const hold = () => run(holdChosen)
  const asksAnswers = loaded.value?.asksAnswers ?? false
  // With an open basket the tickets are added to it, and all are paid together. What is asked belongs to held places.
  const go = () => void (basket || asksAnswers ? hold() : sell())
  useKeys((key) => {
    const type = /^[1-9]$/.test(key) ? types[Number(key) - 1] : undefined
    if (type && !isSoldOut(type)) choose(type.ticketTypeId)
    else if (key === '+') setQuantity((before) => Math.min(quantityMax, before + 1))
    else if (key === '-') setQuantity((before) => Math.max(1, before - 1))
    else if (key === 'Enter' && chosen) go()
  })
  return {
    loaded,
    reload,
    types,
    chosen,
    choose,
    quantity,
    setQuantity,
    cash,
    contact: { contact, onContact },
    sold,
    asksAnswers,
    clearSold: () => setSold(null),
    hold,
    go,
    isWaiting,
    refusal,
  }
}

type CounterSale = ReturnType<typeof useSale>

function Sale(props: SaleProps) {
  const { eventId, basket, onBasket } = props
  const t = useTexts()
  const sale = useSale(props)
  const { loaded, reload, types, chosen, sold, refusal } = sale
  const [isPlan, setPlan] = useState(false)
  if (!loaded.value)
    return (
      <LoadedPart of={{ loaded, reload }} height="h-48" className="mt-group">
        {() => null}
      </LoadedPart>
    )
  if (types.length === 0) return <p className="mt-group text-soft">{t('typesNone')}</p>
  const typeId = chosen?.ticketTypeId ?? null
  return (
    <form
      className="mt-group space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        sale.go()
      }}
    >
      {sold && <Sold sold={sold} />}
      <TypeChoice types={types} typeId={typeId} onChosen={sale.choose} />
      {loaded.value.hasMap && (
        <Button look="quiet" aria-expanded={isPlan} onClick={() => setPlan(!isPlan)}>
          {t(isPlan ? 'planClose' : 'planOpen')}
        </Button>
      )}
      {isPlan && (
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <SeatPlan
            eventId={eventId}
            typeId={typeId}
            basket={basket}
            onBasket={(next) => {
              sale.clearSold()
              onBasket(next)
            }}
          />
        </Suspense>
      )}
      {chosen && <ChosenType sale={sale} isAdding={basket !== null || sale.asksAnswers} />}
      {refusal && <Notice>{refusal}</Notice>}
    </form>
  )
}

/** Quantity and cash of the chosen ticket type; with an open basket, or questions to be answered, tickets are only held. */
function ChosenType({ sale, isAdding }: { sale: CounterSale; isAdding: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  const { quantity, setQuantity, cash, contact, isWaiting, hold } = sale
  const total = { amount: cash.totalMinor, currency: 'GEL' } as const
  return (
    <>
      <Stepper
        label={t('quantity')}
        lessLabel={t('less')}
        moreLabel={t('more')}
        value={quantity}
        min={1}
        max={quantityMax}
        onChange={setQuantity}
      />
      {!isAdding && (
        <>
          <CashFields cash={cash} />
          <ContactFields {...contact} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-near">
        {!isAdding && (
          <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
            {t('sell', { amount: formatMoney(locale, total) })}
          </SubmitBar>
        )}
        <Button
          look={isAdding ? 'main' : 'quiet'}
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() => void hold()}
        >
          {t('hold')}
        </Button>
      </div>
    </>
  )
}
