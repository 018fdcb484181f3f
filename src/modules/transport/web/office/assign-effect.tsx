import type { ReplyOf } from '#contract/call.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import type { assignVehicle } from '../../assign-contract.ts'
import { useAssignTexts } from './assign-texts.ts'

interface AssignEffectProps {
  readonly outcome: ReplyOf<typeof assignVehicle>
}

/** What an assignment changes, and the runs with passengers, each with the page on which its vehicle is exchanged. */
export function AssignEffect({ outcome }: AssignEffectProps) {
  const t = useAssignTexts()
  const locale = useLocale()
  const { trips, runs, kept, keptCount } = outcome
  return (
    <div aria-live="polite">
      <p className="font-semibold">{t('effectTrips', { count: trips })}</p>
      <p>{t('effectRuns', { count: runs })}</p>
      {trips > 0 && <p className="text-soft">{t('effectUndo')}</p>}
      {keptCount > 0 && (
        <>
          <p className="mt-near font-semibold">{t('effectKept', { count: keptCount })}</p>
          <ul className="mt-tight max-h-96 overflow-y-auto border-t border-rule">
            {kept.map(({ runId, name, departsAt, timeZone, vehicle, sold, held }) => (
              <li key={runId} className="border-b border-rule py-1">
                <LocalLink to={`/merchant/runs/${runId}/vehicle`} className="link break-words">
                  {t('keptExchange', { name, when: formatDateTime(locale, departsAt, timeZone) })}
                </LocalLink>
                <p className="figures text-note text-soft">
                  {[
                    vehicle,
                    ...(sold > 0 ? [t('keptSold', { count: formatCount(locale, sold) })] : []),
                    ...(held > 0 ? [t('keptHeld', { count: formatCount(locale, held) })] : []),
                  ].join(' · ')}
                </p>
              </li>
            ))}
          </ul>
          {keptCount > kept.length && (
            <p className="mt-tight text-soft">
              {t('keptMore', { count: keptCount - kept.length })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
