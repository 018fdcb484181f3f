import { Badge } from '#design/parts/badge.tsx'
import type { OfficeRunLine } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'

/** State and sale of a run. */
export function RunBadges({ run }: { run: OfficeRunLine }) {
  const t = useTexts()
  const { state, sale, delayMinutes } = run
  return (
    <span className="flex flex-wrap gap-tight">
      <Badge tone={stateTones[state]}>{t(`state-${state}`, { minutes: delayMinutes })}</Badge>
      {state !== 'cancelled' && (
        <Badge
          tone={sale === 'open' ? 'good' : sale === 'stopped' ? 'warn' : undefined}
          className="whitespace-normal"
        >
          {t(`sale-${sale}`)}
        </Badge>
      )}
    </span>
  )
}

const stateTones = { 'on-time': undefined, delayed: 'warn', cancelled: 'bad' } as const
