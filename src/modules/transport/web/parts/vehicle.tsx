import type { SegmentView } from '../../shapes.ts'
import '../journeys.css'

/** Number of a train or bus, and its carrier. */
export function Vehicle({
  segment,
}: {
  segment: Pick<SegmentView, 'mode' | 'vehicle' | 'carrier'>
}) {
  return (
    <span className={segment.mode === 'train' ? 'vehicle vehicle-train' : 'vehicle'}>
      <b>{segment.vehicle}</b>
      <span>{segment.carrier}</span>
    </span>
  )
}
