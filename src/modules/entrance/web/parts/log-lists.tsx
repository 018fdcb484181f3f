import { CallError } from '#contract/client.ts'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Dotted } from '#design/parts/dotted.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatTimeBeside } from '#kernel/format.ts'
import { entranceUndo, type EntranceLogEntry } from '../../contract.ts'
import { outcomeText } from '../outcome-text.ts'
import { useTexts } from '../texts.ts'

interface LogListsProps {
  readonly conflicts: readonly EntranceLogEntry[]
  readonly newest: readonly EntranceLogEntry[]
  readonly timeZone: string
  /** When the item begins here: scans of another day say theirs. */
  readonly startsAt: string
  /** Whether the station is a stop of a train or bus. */
  readonly isRun: boolean
  /** Whether its tickets are passes, which admit several times. */
  readonly hasSeveralUses: boolean
  /** Managers may undo scans. */
  readonly mayUndo: boolean
  readonly onChanged: () => void
}

export function LogLists(props: LogListsProps) {
  const { conflicts, newest, startsAt, timeZone, isRun, hasSeveralUses, mayUndo, onChanged } = props
  const t = useTexts()
  const [refusal, setRefusal] = useState<string | null>(null)
  const locale = useLocale()
  const time = (at: string) => formatTimeBeside(locale, at, { day: startsAt, timeZone })
  const whenAndWhere = (at: string, gate: string | null) =>
    [time(at), gate].filter(Boolean).join(', ')

  async function undo(scanId: number): Promise<void> {
    setRefusal(null)
    try {
      const body = { scanId, reason: t('undoReason') }
      await browserClient().send(entranceUndo, { body })
      onChanged()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('networkProblem'))
    }
  }

  return (
    <div className="space-y-6">
      {conflicts.length > 0 && (
        <section className="rounded-xl border-l-4 border-warn bg-card px-5 py-4">
          <h2 className="font-semibold">
            {t(hasSeveralUses ? 'conflictsTitlePass' : 'conflictsTitle')}{' '}
            <span className="figures">({conflicts.length})</span>
          </h2>
          <p className="mt-1 text-sm text-soft">
            {t(hasSeveralUses ? 'conflictsTextPass' : 'conflictsText')}
          </p>
          <ul className="figures mt-3 space-y-2 text-sm">
            {conflicts.map(
              ({ scanId, identifierEnding, scannedAt, gate, against, isOutsideHours }) => (
                <li key={scanId}>
                  {t(hasSeveralUses ? 'conflictLinePass' : 'conflictLine', {
                    ending: identifierEnding ?? '?',
                    when: whenAndWhere(scannedAt, gate),
                  })}
                  {!hasSeveralUses &&
                    `; ${
                      against
                        ? t('conflictAgainst', {
                            when: whenAndWhere(against.scannedAt, against.gate),
                          })
                        : t(isOutsideHours ? 'conflictOutside' : 'conflictLate')
                    }`}
                </li>
              ),
            )}
          </ul>
        </section>
      )}
      {refusal && <p role="alert">{refusal}</p>}
      {newest.length > 0 && (
        <FoldOut title={t('newestTitle')} look="section">
          <ul className="figures text-note">
            {newest.map((entry) => (
              <li
                key={entry.scanId}
                className="flex min-h-11 items-center justify-between gap-3 border-t border-rule py-1"
              >
                <Dotted
                  facts={[
                    time(entry.scannedAt),
                    t((hasSeveralUses && passText(entry)) || outcomeText(entry.outcome, isRun)),
                    entry.identifierEnding && `…${entry.identifierEnding}`,
                    entry.isUndone && t('undone'),
                  ]}
                />
                {mayUndo && entry.outcome === 'Admitted' && !entry.isUndone && (
                  <button
                    type="button"
                    className="link min-h-11 shrink-0"
                    aria-label={t('undoOf', { ending: entry.identifierEnding ?? '?' })}
                    onClick={() => void undo(entry.scanId)}
                  >
                    {t('undo')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </FoldOut>
      )}
    </div>
  )
}

/** Own words for a scan of a pass, which is refused without a use left and outside its days. */
function passText({ outcome }: EntranceLogEntry) {
  if (outcome === 'Conflict') return 'conflictsTitlePass'
  if (outcome === 'WrongDay') return 'Returned'
  return outcome === 'AlreadyUsed' ? 'usedUp' : null
}
