import { useTexts } from '../office-texts.ts'
import type { OfficeRunLine } from '../../office-contract.ts'

/** Occupancy of the stretches as small bars, and the fullest of them in words. */
export function LegBars({ run }: { run: Pick<OfficeRunLine, 'legs' | 'capacity'> }) {
  const t = useTexts()
  const { legs, capacity } = run
  const used = legs.map(({ sold, held }) => sold + held)
  return (
    <div>
      <div className="flex h-8 max-w-48 items-end gap-0.5" aria-hidden="true">
        {used.map((count, leg) => (
          <span
            // A stretch is its position.
            key={leg}
            className={`min-w-0 grow rounded-sm ${count > 0 ? 'bg-accent' : 'bg-rule-strong'}`}
            style={{
              height: `${capacity === 0 ? 4 : 4 + (96 * Math.min(count, capacity)) / capacity}%`,
            }}
          />
        ))}
      </div>
      <p className="figures mt-1 text-note text-soft">
        {t('fullest', { used: Math.max(0, ...used), capacity })}
      </p>
    </div>
  )
}
