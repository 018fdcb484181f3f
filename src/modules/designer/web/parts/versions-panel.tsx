import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Section } from '#design/parts/section.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { grouped } from '#kernel/grouped.ts'
import { layoutContent } from '#modules/events/contract.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import type { PlanDateView, PlanVersionView } from '../../contract.ts'
import { layoutDifference, type LayoutDifference } from '../../plan/difference.ts'
import { usePlanPort } from '../plan-port.ts'
import { useTexts } from '../texts.ts'
import { DateChange } from './date-change.tsx'

export interface Compared {
  readonly version: number
  readonly older: SeatLayout
  readonly difference: LayoutDifference
}

interface VersionsPanelProps {
  readonly planId: number
  readonly versions: readonly PlanVersionView[]
  readonly layout: () => SeatLayout
  readonly errorCount: number
  readonly compared: Compared | null
  readonly onCompare: (compared: Compared | null) => void
  /** Saves unsaved changes; returns the revision, or null on failure. */
  readonly flush: () => Promise<number | null>
  readonly onPublished: () => Promise<void>
}

/** Publishing, published versions, changes since then, and the dates sold by each version. */
export function VersionsPanel(props: VersionsPanelProps) {
  const { planId, versions, errorCount, compared, onCompare, layout } = props
  const t = useTexts()
  const locale = useLocale()
  const [refusal, setRefusal] = useState<string | null>(null)
  async function compare(version: PlanVersionView): Promise<void> {
    if (compared?.version === version.version) return onCompare(null)
    setRefusal(null)
    try {
      const params = { digest: version.digest }
      const older = await browserClient(locale).send(layoutContent, { params })
      onCompare({ version: version.version, older, difference: layoutDifference(older, layout()) })
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('notLoaded'))
    }
  }
  return (
    <div className="space-y-part">
      <PublishButton {...props} isHeld={errorCount > 0} onRefusal={setRefusal} />
      {refusal !== null && <Notice key={refusal}>{refusal}</Notice>}
      <Section level={3} title={t('versions')}>
        {versions.length === 0 && <p className="text-soft">{t('noVersions')}</p>}
        <ul className="divide-y divide-rule">
          {versions.map((version) => (
            <li
              key={version.layoutId}
              className="flex flex-wrap items-center justify-between gap-x-near py-2"
            >
              <span className="figures">
                {t('versionLine', {
                  version: version.version,
                  capacity: formatCount(locale, version.capacity),
                })}
              </span>
              <Button
                look={compared?.version === version.version ? 'main' : 'quiet'}
                aria-pressed={compared?.version === version.version}
                onClick={() => void compare(version)}
              >
                {t('compare')}
              </Button>
            </li>
          ))}
        </ul>
        {compared && <Difference compared={compared} />}
      </Section>
      {versions.length > 0 && <Dates planId={planId} versions={versions} />}
    </div>
  )
}

function PublishButton({
  planId,
  flush,
  onPublished,
  isHeld,
  onRefusal,
}: VersionsPanelProps & { isHeld: boolean; onRefusal: (text: string | null) => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { calls } = usePlanPort()
  const [isWaiting, setWaiting] = useState(false)
  async function publish(): Promise<void> {
    setWaiting(true)
    onRefusal(null)
    try {
      const revision = await flush()
      if (revision === null) throw new Error('not saved')
      const { version, isKnown } = await browserClient(locale).send(calls.publishPlan, {
        params: { planId },
        body: { revision },
      })
      showToast({ text: t(isKnown ? 'publishedBefore' : 'published', { version }) })
      await onPublished()
    } catch (error) {
      onRefusal(error instanceof CallError ? error.message : t('notLoaded'))
    }
    setWaiting(false)
  }
  return (
    <div>
      <Button
        isWaiting={isWaiting}
        waitingText={t('publishing')}
        disabled={isHeld}
        onClick={() => void publish()}
      >
        {t('publish')}
      </Button>
      <p className="mt-tight text-note text-soft">{t(isHeld ? 'publishHeld' : 'publishNote')}</p>
    </div>
  )
}

function Difference({ compared }: { compared: Compared }) {
  const t = useTexts()
  const locale = useLocale()
  const { seats, areas } = compared.difference
  const counts = grouped(seats, ({ kind }) => kind)
  if (seats.length === 0 && areas.length === 0)
    return <p className="mt-near">{t('noDifference')}</p>
  return (
    <ul className="mt-near space-y-1 rounded-md bg-sunk px-3 py-2">
      {(['added', 'removed', 'moved', 'zone', 'marks'] as const).map((kind) => {
        const count = counts.get(kind)?.length ?? 0
        return count > 0 ? <li key={kind}>{t(`changed_${kind}`, { count })}</li> : null
      })}
      {areas.map(({ poolId, name, from, to }) => (
        <li key={poolId}>
          {t('changed_area', {
            name: name[locale],
            from: formatCount(locale, from),
            to: formatCount(locale, to),
          })}
        </li>
      ))}
    </ul>
  )
}

interface DatesProps {
  readonly planId: number
  readonly versions: readonly PlanVersionView[]
}

function Dates({ planId, versions }: DatesProps) {
  const t = useTexts()
  const { calls } = usePlanPort()
  const { loaded, reload } = useLoaded(calls.listPlanDates, { params: { planId } })
  const [changing, setChanging] = useState<PlanDateView | null>(null)
  const dates = loaded.value?.dates
  return (
    <Section level={3} title={t('dates')} note={t('datesNote')}>
      {loaded.state === 'failed' && <Notice>{loaded.problem ?? t('notLoaded')}</Notice>}
      {loaded.state === 'loading' && !dates && <p className="text-soft">{t('loading')}</p>}
      {dates?.length === 0 && <p className="text-soft">{t('noDates')}</p>}
      <ul className="divide-y divide-rule">
        {dates?.map((date) => (
          <DateRow
            key={date.eventId}
            date={date}
            hasOthers={versions.some(({ version }) => version !== date.version)}
            onChange={() => setChanging(date)}
          />
        ))}
      </ul>
      {changing && (
        <DateChange
          planId={planId}
          date={changing}
          versions={versions}
          onClose={(isDone) => {
            setChanging(null)
            if (isDone) reload()
          }}
        />
      )}
    </Section>
  )
}

function DateRow(props: { date: PlanDateView; hasOthers: boolean; onChange: () => void }) {
  const { date, hasOthers, onChange } = props
  const t = useTexts()
  const locale = useLocale()
  const { version, sold, held } = date
  return (
    <li className="py-2">
      <p className="font-semibold">{date.showName[locale]}</p>
      <p className="figures text-note text-soft">
        {formatDateTime(locale, new Date(date.startsAt), date.timeZone)}
      </p>
      <p className="figures text-note">
        {t('dateLine', {
          version,
          sold: formatCount(locale, sold),
          held: formatCount(locale, held),
        })}
      </p>
      {hasOthers && (
        <Button look="quiet" className="mt-1" onClick={onChange}>
          {t('changeVersion')}
        </Button>
      )}
    </li>
  )
}
