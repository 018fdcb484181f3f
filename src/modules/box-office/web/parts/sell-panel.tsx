import { useEffect, useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { Card, Panel } from '#design/parts/card.tsx'
import { ChoiceGroup, Radio } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { merchantAccessibleItems } from '#modules/staff/contract.ts'
import { counterTypes, sellAtCounter, type CounterTypeView, type SoldView } from '../../contract.ts'
import { tetriOf } from '../amounts.ts'
import { PrintButtons } from './print-buttons.tsx'
import { useTexts } from '../texts.ts'
import { useAttempt } from '../use-attempt.ts'

/** Date, ticket, cash: a number key and Enter sell one at its price. */
export function SellPanel({ onSold }: { onSold: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const [eventId, setEventId] = useState('')
  const isByArrows = useRef(false)
  const { loaded, reload } = useLoaded(merchantAccessibleItems, { query: { isArchive: false } })
  const dates = (loaded.value?.items ?? []).flatMap(({ name, events }) =>
    events.map((event) => ({ ...event, name })),
  )
  const sorted = dates.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
  return (
    <Panel title={t('types')} note={t('typesNote')}>
      {loaded.state === 'loading' && !loaded.value && <Skeleton className="h-12 rounded-lg" />}
      {loaded.state === 'failed' && (
        <ErrorState
          title={loaded.problem ?? t('networkProblem')}
          retryText={t('retry')}
          onRetry={reload}
        />
      )}
      {loaded.value && sorted.length === 0 && <p className="text-soft">{t('noDates')}</p>}
      {sorted.length > 0 && (
        <Select
          label={t('date')}
          value={eventId}
          onPointerDown={() => {
            isByArrows.current = false
          }}
          onKeyDown={({ key }) => {
            isByArrows.current = key !== 'Enter'
          }}
          onChange={({ target }) => {
            setEventId(target.value)
            // Number keys choose tickets from here on; who walks through the dates with arrows leaves by Tab.
            if (!isByArrows.current) target.blur()
          }}
        >
          <option value="">{t('dateChoose')}</option>
          {sorted.map((event) => (
            <option key={event.eventId} value={event.eventId}>
              {`${event.name}, ${formatDateTime(locale, event.startsAt, event.timeZone)}`}
            </option>
          ))}
        </Select>
      )}
      {eventId !== '' && <Sale key={eventId} eventId={eventId} onSold={onSold} />}
    </Panel>
  )
}

const quantityMost = 50

function Sale({ eventId, onSold }: { eventId: string; onSold: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { loaded, reload } = useLoaded(counterTypes, { query: { eventId } })
  const { run, isWaiting, refusal } = useWork()
  const once = useAttempt()
  const [typeId, setTypeId] = useState<number | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [given, setGiven] = useState('')
  const [email, setEmail] = useState('')
  const [sold, setSold] = useState<SoldView | null>(null)
  const types = loaded.value?.types ?? []
  const chosen = types.find(({ ticketTypeId }) => ticketTypeId === typeId)
  const totalMinor = (chosen?.total.amount ?? 0) * quantity
  const givenMinor = given === '' ? totalMinor : tetriOf(given)
  const choose = (ticketTypeId: number) => {
    setSold(null)
    setTypeId(ticketTypeId)
  }
  const sell = () =>
    run(async () => {
      if (!chosen || givenMinor === null) return
      const { ticketTypeId } = chosen
      const body = { eventId, ticketTypeId, quantity, givenMinor, buyerEmail: email }
      setSold(
        await once(body, (options) => browserClient(locale).send(sellAtCounter, { body }, options)),
      )
      setTypeId(null)
      setQuantity(1)
      setGiven('')
      setEmail('')
      onSold()
    })
  useKeys((key) => {
    const type = /^[1-9]$/.test(key) ? types[Number(key) - 1] : undefined
    if (type) choose(type.ticketTypeId)
    else if (key === '+') setQuantity((before) => Math.min(quantityMost, before + 1))
    else if (key === '-') setQuantity((before) => Math.max(1, before - 1))
    else if (key === 'Enter' && chosen) void sell()
  })
  if (loaded.state === 'failed')
    return (
      <ErrorState
        title={loaded.problem ?? t('networkProblem')}
        retryText={t('retry')}
        onRetry={reload}
      />
    )
  if (!loaded.value) return <Skeleton className="mt-group h-48 rounded-lg" />
  if (types.length === 0) return <p className="mt-group text-soft">{t('typesNone')}</p>
  const total = { amount: totalMinor, currency: 'GEL' } as const
  return (
    <form
      className="mt-group space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        void sell()
      }}
    >
      {sold && <Sold sold={sold} />}
      <TypeChoice types={types} typeId={typeId} onChosen={choose} />
      {chosen && (
        <>
          <Stepper
            label={t('quantity')}
            lessLabel={t('less')}
            moreLabel={t('more')}
            value={quantity}
            min={1}
            max={quantityMost}
            onChange={setQuantity}
          />
          <CashFields
            given={given}
            totalMinor={totalMinor}
            email={email}
            onGiven={setGiven}
            onEmail={setEmail}
          />
          {refusal && <Notice>{refusal}</Notice>}
          <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
            {t('sell', { amount: formatMoney(locale, total) })}
          </SubmitBar>
        </>
      )}
    </form>
  )
}

interface TypeChoiceProps {
  readonly types: readonly CounterTypeView[]
  readonly typeId: number | null
  readonly onChosen: (ticketTypeId: number) => void
}

/** Tickets with the keys that choose them. */
function TypeChoice({ types, typeId, onChosen }: TypeChoiceProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <ChoiceGroup legend={t('types')}>
      {types.map((type, index) => (
        <Radio
          key={type.ticketTypeId}
          look="card"
          name="type"
          label={`${index + 1}. ${type.name}`}
          end={formatMoney(locale, type.total)}
          checked={type.ticketTypeId === typeId}
          onChange={() => onChosen(type.ticketTypeId)}
        />
      ))}
    </ChoiceGroup>
  )
}

interface CashFieldsProps {
  readonly given: string
  readonly totalMinor: number
  readonly email: string
  readonly onGiven: (given: string) => void
  readonly onEmail: (email: string) => void
}

/** What the buyer gave, the change, and where the tickets go besides the printer. */
function CashFields({ given, totalMinor, email, onGiven, onEmail }: CashFieldsProps) {
  const t = useTexts()
  const locale = useLocale()
  const givenMinor = given === '' ? totalMinor : tetriOf(given)
  const change = { amount: (givenMinor ?? 0) - totalMinor, currency: 'GEL' } as const
  return (
    <>
      <div className="grid gap-near tablet:grid-cols-2">
        <TextField
          label={t('given')}
          hint={t('givenNote')}
          error={givenMinor === null ? t('numberWrong') : null}
          inputMode="decimal"
          value={given}
          onChange={({ target }) => onGiven(target.value)}
        />
        <TextField
          label={t('buyerEmail')}
          type="email"
          value={email}
          onChange={({ target }) => onEmail(target.value)}
        />
      </div>
      {change.amount > 0 && (
        <p className="figures text-lead font-semibold">
          {t('change', { amount: formatMoney(locale, change) })}
        </p>
      )}
    </>
  )
}

function Sold({ sold }: { sold: SoldView }) {
  const t = useTexts()
  const locale = useLocale()
  const { orderNumber, total, change, tickets } = sold
  return (
    <Card tone="good" as="output" className="block">
      <p className="figures font-semibold">{t('sold', { orderNumber })}</p>
      <p className="figures">
        {t('total', { amount: formatMoney(locale, total) })}
        {change.amount > 0 && (
          <strong> · {t('change', { amount: formatMoney(locale, change) })}</strong>
        )}
      </p>
      <ul className="mt-1">
        {tickets.map(({ ticketIdentifier, place }) => (
          <li key={ticketIdentifier}>{place}</li>
        ))}
      </ul>
      <PrintButtons orderNumber={orderNumber} />
    </Card>
  )
}

/** Keys pressed outside fields and buttons. */
function useKeys(onKey: (key: string) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event
      const isElsewhere =
        target instanceof HTMLElement &&
        target.closest(
          'input:not([type=radio]), select, textarea, button, summary, a, [role=dialog]',
        )
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
      // A radio that has the focus would send the form as well.
      if (key === 'Enter') event.preventDefault()
      latest.current(key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
