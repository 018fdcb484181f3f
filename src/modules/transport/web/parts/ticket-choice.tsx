import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Checkbox, ChoiceGroup, Radio } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Price } from '#design/parts/price.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { unreserve } from '#modules/orders/contract.ts'
import { currentOrder } from '#modules/orders/current-contract.ts'
import type { Brand } from '../../kinds.ts'
import { chooseJourney, journeyOrder } from '../../sale-contract.ts'
import { ridersTotal } from '../address.ts'
import { pathsOf } from '../brands.ts'
import { hasSeatPreference, holdOf, isBaggageTaken, totalOf, type Choice } from '../choice.ts'
import { heldBefore, rememberHeld } from '../held-order.ts'
import type { SearchPage } from '../search-data.ts'
import { useTexts } from '../texts.ts'
import { useChoice } from '../use-choice.ts'
import { VehicleTickets } from './vehicle-tickets.tsx'

/** Seat preferences offered on the page. */
const preferences = ['window', 'aisle', 'table', 'forward'] as const

/**
 * Class, baggage and terms of each chosen vehicle, and the total; continuing holds everything together or
 * nothing.
 */
export function TicketChoice(props: { page: SearchPage; paused: readonly Brand[] }) {
  const { page, paused } = props
  const { types, search, brand } = page
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { choice, change } = useChoice()
  const { run, isWaiting, refusal } = useWork()
  const { revalidate } = useRevalidator()
  const [isFull, setFull] = useState(false)
  const [isBaggageFull, setBaggageFull] = useState(false)
  const total = totalOf(types, choice, search.riders)
  const isPaused = types.some(({ segment }) => paused.includes(segment.brand))
  const hasSeatChoice = types.some(({ terms }) => terms.hasSeatChoice)

  const hold = (): Promise<void> =>
    run(async () => {
      const paths = pathsOf(brand)
      try {
        const client = browserClient(locale)
        // A trip to an event is added to the open order with its tickets, for one deadline and one payment.
        const { order: open } =
          search.before === null ? { order: null } : await client.send(currentOrder)
        const body = { ...holdOf(page, choice), ...(open ? { orderKey: open.orderKey } : {}) }
        const order = await replaceHeld(locale, body)
        notifyOrderChanged()
        const next = hasSeatChoice ? paths.seats : paths.passengers
        await navigate(localizedPath(locale, `${next}?orderKey=${order.orderKey}`))
      } catch (error) {
        setFull(error instanceof CallError && error.code === 'NoSeatsLeft')
        setBaggageFull(isBaggageTaken(error))
        // What is left of seats and baggage has changed since the page was loaded.
        if (error instanceof CallError) await revalidate()
        throw error
      }
    })

  return (
    <div className="grid gap-group desk:grid-cols-[minmax(0,1fr)_20rem] desk:items-start">
      <div className="min-w-0 space-y-group">
        {types.map((one) => (
          <VehicleTickets
            key={`${one.segment.runId}.${one.segment.legFrom}`}
            types={one}
            riders={search.riders}
            choice={choice}
            onChange={change}
          />
        ))}
        {types.some((one) => hasSeatPreference(one, search.riders)) && (
          <Preference choice={choice} onChange={change} />
        )}
      </div>
      <Card
        look="lifted"
        as="section"
        aria-label={t('total')}
        className="foot-bar sticky bottom-0 z-20 desk:top-4 desk:bottom-auto"
      >
        {refusal && <Notice>{isBaggageFull ? t('baggageTaken') : refusal}</Notice>}
        {isPaused && !refusal && <p className="mb-near text-warn">{t('saleSuspended')}</p>}
        {(isFull || choice.mayChangeSeats) && (
          <Checkbox
            label={t('mayChangeSeats')}
            hint={t('mayChangeSeatsHint')}
            checked={choice.mayChangeSeats}
            onChange={(event) => change({ mayChangeSeats: event.target.checked })}
          />
        )}
        <p className="flex items-baseline justify-between gap-near">
          <span>
            {t('total')}
            <span className="block text-note text-soft">
              {t('ridersCount', { count: ridersTotal(search.riders) })}
            </span>
          </span>
          {total && <Price money={total} className="text-2xl font-[750]" />}
        </p>
        <p className="text-note text-soft">{t('withFees')}</p>
        <Button
          isWide
          size="large"
          className="mt-near"
          disabled={total === null || isPaused}
          isWaiting={isWaiting}
          waitingText={t('holding')}
          onClick={() => void hold()}
        >
          {t('continueSeats')}
        </Button>
      </Card>
    </div>
  )
}

type Choosing = NonNullable<CallInput<typeof chooseJourney>['body']>

/** Holds the seats, and releases those that this tab held for the same departures before. */
async function replaceHeld(locale: Locale, body: Choosing) {
  const client = browserClient(locale)
  const runIds = body.segments.map(({ runId }) => runId).join(' ')
  const before = heldBefore(runIds)
  const isAdded = body.orderKey !== undefined
  // An order with other tickets stays, without these departures.
  const replaces = isAdded && before === body.orderKey ? await linesHeld(locale, body) : []
  const isHeld = isAdded ? replaces.length > 0 : before !== null
  const choose = () => client.send(chooseJourney, { body: { ...body, replaces } })
  const release = async (): Promise<void> => {
    if (before === null || !isHeld) return
    // An order that is being paid, or is over, stays as it is.
    await client
      .send(unreserve, {
        body: { orderKey: before, ...(isAdded ? { lineIds: replaces } : { cancel: true }) },
      })
      .catch(() => undefined)
  }
  const order = await choose().catch(async (error: unknown) => {
    // The seats that are missing may be the ones held before.
    if (!isHeld || !(error instanceof CallError) || error.code !== 'NoSeatsLeft') throw error
    await release()
    return choose()
  })
  rememberHeld({ orderKey: order.orderKey, runIds })
  if (!isAdded) await release()
  return order
}

/** Tickets and baggage of these departures in the order to which they are added again. */
async function linesHeld(locale: Locale, { orderKey = '', segments }: Choosing): Promise<number[]> {
  const order = await browserClient(locale).send(journeyOrder, { query: { orderKey } })
  const runIds = new Set(segments.map(({ runId }) => runId))
  return order.segments
    .filter(({ segment: { runId } }) => runId !== null && runIds.has(runId))
    .flatMap(({ tickets, baggage }) => [...tickets, ...baggage].map(({ lineId }) => lineId))
}

function Preference(props: {
  readonly choice: Choice
  readonly onChange: (part: Partial<Choice>) => void
}) {
  const t = useTexts()
  return (
    <Card look="lifted">
      <ChoiceGroup legend={t('preferenceTitle')}>
        <div className="mt-tight grid gap-x-group tablet:grid-cols-3">
          {([null, ...preferences] as const).map((preference) => (
            <Radio
              key={preference ?? 'any'}
              name="preference"
              label={t(`preference_${preference ?? 'any'}`)}
              checked={props.choice.preference === preference}
              onChange={() => props.onChange({ preference })}
            />
          ))}
        </div>
      </ChoiceGroup>
    </Card>
  )
}
