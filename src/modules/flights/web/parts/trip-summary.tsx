import { Panel } from '#design/parts/card.tsx'
import { Price } from '#design/parts/price.tsx'
import type { PriceDetailView } from '../../shapes.ts'
import { sumOfSeats, type ChosenSeat } from '../seat-choice.ts'
import { useTexts } from '../texts.ts'
import { FareConditions } from './fare-conditions.tsx'
import { SliceRow } from './slice-row.tsx'

/** Summary of the trip with price and conditions. */
export function TripSummary({
  price,
  seats,
}: {
  readonly price: PriceDetailView
  readonly seats: readonly ChosenSeat[]
}) {
  const t = useTexts()
  const forSeats = sumOfSeats(seats)
  const total = { ...price.total, amount: price.total.amount + (forSeats?.amount ?? 0) }
  return (
    <Panel title={t('trip')} note={price.fare.name}>
      <div className="space-y-group">
        {price.slices.map((slice, index) => (
          <SliceRow key={index} slice={slice} names={price.names} hasDate />
        ))}
      </div>
      <dl className="mt-group space-y-1 border-t border-rule pt-near">
        {price.prices.map(({ kind, count, price: each }, index) => (
          <div key={index} className="flex justify-between gap-near">
            <dt>{t('priceRow', { kind: t(kind), count })}</dt>
            <dd>
              <Price money={{ ...each, amount: each.amount * count }} />
            </dd>
          </div>
        ))}
        {forSeats && (
          <div className="flex justify-between gap-near">
            <dt>
              {t('seatsRow', {
                count: seats.length,
                seats: seats.map(({ seat }) => seat).join(', '),
              })}
            </dt>
            <dd>
              <Price money={forSeats} />
            </dd>
          </div>
        )}
        <div className="flex justify-between gap-near pt-near text-lg font-bold">
          <dt>{t('total')}</dt>
          <dd>
            <Price money={total} />
          </dd>
        </div>
      </dl>
      <FareConditions {...price} seats={seats} />
    </Panel>
  )
}
