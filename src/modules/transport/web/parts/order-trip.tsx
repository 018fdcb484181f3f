import { Card } from '#design/parts/card.tsx'
import { Price } from '#design/parts/price.tsx'
import type { JourneyOrderView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { SegmentTimes } from './segment-times.tsx'

/** The journeys of an order that is being filled in, and its total. */
export function OrderTrip({ order }: { order: Pick<JourneyOrderView, 'segments' | 'total'> }) {
  const t = useTexts()
  return (
    <Card look="ruled" as="section" aria-label={t('yourJourney')} className="mt-group">
      <ul className="space-y-near">
        {order.segments.map(({ segment }) => (
          <li key={`${segment.runId}.${segment.legFrom}`}>
            <SegmentTimes segment={segment} hasStops />
          </li>
        ))}
      </ul>
      <p className="mt-near flex items-baseline justify-between gap-near border-t border-rule pt-near">
        <span>{t('total')}</span>
        <Price money={order.total} className="text-lead font-bold" />
      </p>
    </Card>
  )
}
