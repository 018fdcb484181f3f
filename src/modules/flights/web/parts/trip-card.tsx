import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Price } from '#design/parts/price.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { flightPriceDetails } from '../../contract.ts'
import type { FlightNames, TripFareView, TripView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { FareRules } from './fare-rules.tsx'
import { SliceRow } from './slice-row.tsx'

interface TripCardProps {
  readonly trip: TripView
  readonly names: FlightNames
  /** Number of passengers whose price is shown. */
  readonly party: number
}

/** A trip with its directions; fares are shown on demand. */
export function TripCard({ trip, names, party }: TripCardProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [cheapest] = trip.fares
  if (!cheapest) return null
  const { seatsLeft } = cheapest
  return (
    <article className="card card-ruled">
      <div className="grid items-center gap-group tablet:grid-cols-[1fr_auto]">
        <div className="space-y-near">
          {trip.slices.map((slice, index) => (
            <SliceRow key={index} slice={slice} names={names} />
          ))}
        </div>
        <div className="flex items-center justify-between gap-near border-rule max-tablet:border-t max-tablet:pt-near tablet:flex-col tablet:items-end tablet:gap-tight tablet:border-l tablet:pl-group">
          <p className="text-right max-tablet:text-left">
            <Price money={cheapest.price} className="text-xl font-bold" />
            <span className="block text-note whitespace-nowrap text-soft">
              {t('forParty', { count: party })}
            </span>
            {seatsLeft !== null && seatsLeft <= 5 && (
              <span className="block text-note font-semibold text-accent">
                {t('seatsLeft', { count: seatsLeft })}
              </span>
            )}
          </p>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hide' : 'choose')}
          </Button>
        </div>
      </div>
      {isOpen && (
        <ul className="mt-group grid items-start gap-near border-t border-rule pt-group tablet:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
          {trip.fares.map((fare) => (
            <FareCard key={fare.itineraryId} fare={fare} />
          ))}
        </ul>
      )}
    </article>
  )
}

/** Inclusions of a fare; selecting it requests the current price. */
function FareCard({ fare }: { fare: TripFareView }) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { run, isWaiting, refusal } = useWork()
  const { checkedBags, checkedBagKg, cabinBagKg, refund, change, refundFee, changeFee } = fare
  const feeText = (fee: TripFareView['refundFee']) => (fee ? formatMoney(locale, fee) : '')
  const take = () =>
    run(async () => {
      const body = { itineraryId: fare.itineraryId }
      const { priceDetailId } = await browserClient(locale).send(flightPriceDetails, { body })
      await navigate(localizedPath(locale, `/fly/checkout?priceDetailId=${priceDetailId}`))
    })
  return (
    <li className="flex flex-col rounded-lg border border-rule p-4">
      <p className="flex items-baseline justify-between gap-near">
        <span className="font-semibold">{fare.name}</span>
        <Price money={fare.price} className="font-semibold" />
      </p>
      <ul className="mt-2 mb-group space-y-1 text-note text-soft">
        {cabinBagKg !== null && <li>{t('bagCabin', { kilograms: cabinBagKg })}</li>}
        <li>
          {checkedBags === 0
            ? t('bagNone')
            : checkedBagKg === null
              ? t('bagChecked', { count: checkedBags })
              : t('bagCheckedKg', { count: checkedBags, kilograms: checkedBagKg })}
        </li>
        <li>{t(`refund-${refund}`, { fee: feeText(refundFee) })}</li>
        <li>{t(`change-${change}`, { fee: feeText(changeFee) })}</li>
      </ul>
      {refusal && <Notice>{refusal}</Notice>}
      <Button isWide isWaiting={isWaiting} waitingText={t('taking')} onClick={take}>
        {t('take')}
      </Button>
      <FoldOut title={t('rules')} className="mt-near">
        <FareRules itineraryId={fare.itineraryId} />
      </FoldOut>
    </li>
  )
}
