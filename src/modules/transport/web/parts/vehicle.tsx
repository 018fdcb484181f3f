import { Bus, TrainFront } from 'lucide-react'
import type { SegmentView } from '../../shapes.ts'

/** Number of a train or bus, and its carrier. */
export function Vehicle({
  segment,
}: {
  segment: Pick<SegmentView, 'mode' | 'vehicle' | 'carrier'>
}) {
  const Sign = segment.mode === 'train' ? TrainFront : Bus
  const colour = segment.mode === 'train' ? 'railway' : 'bus'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <Sign size={17} aria-hidden="true" style={{ color: `var(--category-${colour})` }} />
        {segment.vehicle}
      </span>
      <span className="text-soft">{segment.carrier}</span>
    </span>
  )
}
