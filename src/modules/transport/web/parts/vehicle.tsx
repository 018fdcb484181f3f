import type { SegmentView } from '../../shapes.ts'
import '../journeys.css'

/** Means of travel, number and carrier of a departure. */
export function Vehicle({
  segment,
}: {
  segment: Pick<SegmentView, 'mode' | 'vehicle' | 'carrier'>
}) {
  return (
    <span className={`vehicle vehicle-${segment.mode}`}>
      <b>{segment.vehicle}</b>
      <span>{segment.carrier}</span>
    </span>
  )
}
