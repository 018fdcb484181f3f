import { Bus, TrainFront } from 'lucide-react'
import type { SegmentView } from '../../shapes.ts'

/** A train or a bus by its number, and whose it is. */
export function Vehicle({
  segment,
}: {
  segment: Pick<SegmentView, 'mode' | 'vehicle' | 'carrier'>
}) {
  const Sign = segment.mode === 'train' ? TrainFront : Bus
  const colour = segment.mode === 'train' ? 'railway' : 'bus'
  return (
    <span className="inline-flex items-center gap-1.5">
      <Sign size={17} aria-hidden="true" style={{ color: `var(--category-${colour})` }} />
      <span className="font-semibold">{segment.vehicle}</span>
      <span className="text-soft">{segment.carrier}</span>
    </span>
  )
}
