import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { listReservations } from '../../basket-contract.ts'
import {
  openShift,
  readCounter,
  type BasketView,
  type ShiftView,
  type SoldView,
} from '../../contract.ts'
import { tetriOf } from '../amounts.ts'
import { noContact } from '../contact.ts'
import { BasketPanel } from '../parts/basket-panel.tsx'
import { Drawer } from '../parts/drawer.tsx'
import { ReservationsPanel } from '../parts/reservations-panel.tsx'
import { SellPanel } from '../parts/sell-panel.tsx'
import { Sold } from '../parts/sold.tsx'
import { ReturnPanel } from '../parts/return-panel.tsx'
import { useTexts } from '../texts.ts'

/** Counter page: open a shift, sell, print, return, close. */
export default function CounterPage() {
  const t = useTexts()
  const { loaded, reload } = useLoaded(readCounter, {})
  const [last, setLast] = useState(loaded.value)
  if (loaded.value && loaded.value !== last) setLast(loaded.value)
  // Keeps the last state while a reload fails, so that the change and the print of the last sale stay visible.
  const shown = loaded.value ?? last
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <div className="mt-group space-y-part">
        {(loaded.state === 'failed' || !shown) && (
          <LoadedPart of={{ loaded, reload }}>{() => null}</LoadedPart>
        )}
        {shown && (
          <Counter
            shift={shown.shift}
            closed={shown.closed}
            basket={shown.basket}
            terminals={shown.terminals}
            onChanged={reload}
          />
        )}
      </div>
    </>
  )
}

interface OwnTerminal {
  readonly number: string
  readonly isInUse: boolean
}

interface CounterProps {
  readonly shift: ShiftView | null
  readonly closed: readonly Omit<ShiftView, 'entries'>[]
  readonly basket: BasketView | null
  readonly terminals: readonly OwnTerminal[]
  readonly onChanged: () => void
}

function Counter({ shift, closed, basket, terminals, onChanged }: CounterProps) {
  const t = useTexts()
  return (
    <>
      {shift ? (
        <div className="grid grid-cols-1 items-start gap-group tablet:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Selling
            key={shift.shiftId}
            first={basket}
            hasTerminal={shift.terminal !== ''}
            onChanged={onChanged}
          />
          <Drawer shift={shift} onChanged={onChanged} />
        </div>
      ) : (
        <Panel title={t('openTitle')} note={t('openNote')}>
          <OpenShift terminals={terminals} onOpened={onChanged} />
        </Panel>
      )}
      <Section title={t('closedShifts')}>
        {closed.length === 0 && <p className="text-soft">{t('closedNone')}</p>}
        <ul className="divide-y divide-rule">
          {closed.map((one) => (
            <Closed key={one.shiftId} shift={one} />
          ))}
        </ul>
      </Section>
    </>
  )
}

interface SellingProps {
  /** The open order when the page was loaded. */
  readonly first: BasketView | null
  readonly hasTerminal: boolean
  readonly onChanged: () => void
}

/** Sales of a shift, one buyer at a time: hold, sell, reserve, return. */
function Selling({ first, hasTerminal, onChanged }: SellingProps) {
  const { loaded, reload } = useLoaded(listReservations, {})
  const [basket, setBasket] = useState(first)
  const [sold, setSold] = useState<SoldView | null>(null)
  // What is typed before places are held belongs to the same buyer afterwards.
  const [contact, setContact] = useState(noContact)
  const ofBuyer = { contact, onContact: setContact }
  const change = (next: BasketView | null) => {
    setSold(null)
    setBasket(next)
    reload()
  }
  /** From one buyer to the next, or to the one of a reservation. */
  const begin = (next: BasketView | null) => {
    setContact(noContact)
    change(next)
  }
  return (
    <div className="space-y-group">
      {sold && <Sold sold={sold} />}
      <SellPanel
        {...ofBuyer}
        basket={basket}
        onBasket={change}
        onSold={() => {
          setContact(noContact)
          onChanged()
        }}
      />
      {basket && (
        <BasketPanel
          key={basket.orderKey}
          {...ofBuyer}
          basket={basket}
          onBasket={(next) => (next ? change(next) : begin(null))}
          onSold={(done) => {
            begin(null)
            setSold(done)
            onChanged()
          }}
          onReserved={() => begin(null)}
          hasTerminal={hasTerminal}
        />
      )}
      <ReservationsPanel loaded={loaded} onReload={reload} onOpened={begin} />
      <ReturnPanel onReturned={onChanged} />
    </div>
  )
}

interface OpenShiftProps {
  readonly terminals: readonly OwnTerminal[]
  readonly onOpened: () => void
}

function OpenShift({ terminals, onOpened }: OpenShiftProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, refusal, isWaiting } = useForm({
    initial: { counter: '', opening: '0', terminal: '' },
    check: ({ opening }) => ({ opening: tetriOf(opening) === null ? t('numberWrong') : null }),
    async send({ counter, opening, terminal }) {
      await browserClient(locale).send(openShift, {
        body: { counter, openingMinor: tetriOf(opening) ?? 0, terminal },
      })
      onOpened()
    },
  })
  return (
    <form {...form} className="max-w-md space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('counter')} label={t('counter')} required autoComplete="off" />
      <TextField {...field('opening')} label={t('opening')} inputMode="decimal" />
      {terminals.length > 0 && (
        <Select {...field('terminal')} label={t('terminal')}>
          <option value="">{t('terminalNone')}</option>
          {terminals.map(({ number, isInUse }) => (
            <option key={number} value={number} disabled={isInUse}>
              {isInUse ? t('terminalTaken', { number }) : number}
            </option>
          ))}
        </Select>
      )}
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('open')}
      </SubmitBar>
    </form>
  )
}

function Closed({ shift }: { shift: Omit<ShiftView, 'entries'> }) {
  const t = useTexts()
  const locale = useLocale()
  const { counter, staffName, closedAt, counted, note } = shift
  if (!closedAt || !counted) return null
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 py-near">
      <span className="min-w-0 grow">
        {t('closedLine', { counter, staffName })}
        {note && <span className="text-soft"> · {note}</span>}
      </span>
      <span className="figures text-note text-soft">{formatDateTime(locale, closedAt)}</span>
      <span className="flex flex-wrap gap-x-group gap-y-1">
        <Difference shift={shift} />
        <CardDifference shift={shift} />
      </span>
    </li>
  )
}

/** The counted cash, and what it differs by from the expected cash. */
function Difference({ shift }: { shift: Omit<ShiftView, 'entries'> }) {
  const t = useTexts()
  const locale = useLocale()
  const { counted, difference } = shift
  if (!counted) return null
  const cash = t('cashCountedLine', { amount: formatMoney(locale, counted) })
  if (!difference || difference.amount === 0)
    return <span>{difference ? `${cash} ${t('differenceNone')}` : cash}</span>
  const amount = formatMoney(locale, { ...difference, amount: Math.abs(difference.amount) })
  return (
    <span className="font-semibold text-warn">
      {cash} {t(difference.amount > 0 ? 'differenceMore' : 'differenceLess', { amount })}
    </span>
  )
}

/** Total on the terminal's slip minus expected card total. */
function CardDifference({ shift }: { shift: Omit<ShiftView, 'entries'> }) {
  const t = useTexts()
  const locale = useLocale()
  const { cardExpected, cardDifference } = shift
  if (cardExpected.amount === 0 && cardDifference === null) return null
  const taken = t('cardTakenLine', { amount: formatMoney(locale, cardExpected) })
  if (!cardDifference || cardDifference.amount === 0)
    return <span>{cardDifference ? `${taken} ${t('cardRight')}` : taken}</span>
  const amount = formatMoney(locale, {
    ...cardDifference,
    amount: Math.abs(cardDifference.amount),
  })
  return (
    <span className="font-semibold text-warn">
      {taken} {t(cardDifference.amount > 0 ? 'differenceMore' : 'differenceLess', { amount })}
    </span>
  )
}
