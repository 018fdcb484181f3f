import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { TypedPassengers } from '#modules/orders/web/passenger-draft.ts'
import { chooseJourney } from '#modules/transport/sale-contract.ts'
import { useTexts } from '#modules/transport/web/texts.ts'
import { typedAfter, type RiderOffer } from './rider-offers.ts'

/**
 * Offers another ticket type for the entered age, in the same seat: accepting it exchanges all tickets of the
 * person.
 */
export function RiderOfferCard(props: {
  readonly offer: RiderOffer
  readonly orderKey: string
  readonly typed: TypedPassengers
  /** The entered values, by the keys of the new tickets. */
  readonly onTaken: (entries: TypedPassengers) => void
}) {
  const { offer, orderKey, typed, onTaken } = props
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  const { name, rider, seats, isNeeded } = offer
  const values = {
    name,
    oldTotal: formatMoney(locale, offer.oldTotal),
    newTotal: formatMoney(locale, offer.newTotal),
  }

  const take = (): Promise<void> =>
    run(async () => {
      const segments = seats.map(({ segment, ticket }) => ({
        runId: segment.runId ?? 0,
        legFrom: ticket.legFrom,
        legTo: ticket.legTo,
        passengers: [{ rider, ...(ticket.placeId !== null && { placeId: ticket.placeId }) }],
      }))
      const replaces = seats.map(({ ticket }) => ticket.lineId)
      const body = { orderKey, replaces, segments }
      const after = await browserClient(locale).send(chooseJourney, { body })
      onTaken(typedAfter(offer, after, typed))
      notifyOrderChanged()
      await revalidate()
    })

  return (
    <div className="space-y-tight tablet:col-span-2">
      {refusal && <Notice>{refusal}</Notice>}
      <p>{t(isNeeded ? 'riderNeeded' : 'riderCheaper', values)}</p>
      <Button look="quiet" isWaiting={isWaiting} onClick={() => void take()}>
        {t('riderTake', values)}
      </Button>
    </div>
  )
}
