import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import type { PlanDateView, PlanEffectView, PlanVersionView } from '../../contract.ts'
import { usePlanPort } from '../plan-port.ts'
import { useTexts } from '../texts.ts'

interface DateChangeProps {
  readonly planId: number
  readonly date: PlanDateView
  readonly versions: readonly PlanVersionView[]
  readonly onClose: (isDone: boolean) => void
}

/** Changes the version for a date: previews who is affected, and applies the change after confirmation. */
export function DateChange({ planId, date, versions, onClose }: DateChangeProps) {
  const t = useTexts()
  const locale = useLocale()
  const { eventAddress } = usePlanPort()
  const others = versions.filter(({ version }) => version !== date.version)
  const [layoutId, setLayoutId] = useState(others[0]?.layoutId ?? 0)
  const [isAgreed, setAgreed] = useState(false)
  const change = useChange({ planId, eventId: date.eventId, layoutId, isAgreed, onClose })
  const { effect, refusal } = change
  const isBlocked = effect !== null && (effect.unplacedCount > 0 || effect.fullAreas.length > 0)
  const needsConsent = effect !== null && effect.movedCount > 0
  return (
    <Dialog isOpen isWide title={t('changeVersion')} onClose={() => onClose(false)}>
      <div className="mt-near space-y-group">
        <Select
          label={t('newVersion')}
          value={layoutId}
          onChange={(event) => setLayoutId(Number(event.target.value))}
        >
          {others.map(({ layoutId: id, version, capacity }) => (
            <option key={id} value={id}>
              {t('versionLine', { version, capacity: formatCount(locale, capacity) })}
            </option>
          ))}
        </Select>
        {refusal !== null && <Notice key={refusal}>{refusal}</Notice>}
        {effect && <Effect effect={effect} />}
        {!effect && refusal === null && <p className="text-soft">{t('loading')}</p>}
        {date.isOnSale && (
          <p>
            {t('pauseFirst')}{' '}
            <LocalLink to={eventAddress(date.eventId)} className="link">
              {t('toDate')}
            </LocalLink>
          </p>
        )}
        {needsConsent && !isBlocked && (
          <Checkbox
            label={t('agreeReseat', { count: effect.movedCount })}
            checked={isAgreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-near">
          <Button
            isWaiting={change.isWaiting}
            disabled={effect === null || isBlocked || date.isOnSale || (needsConsent && !isAgreed)}
            onClick={() => void change.run()}
          >
            {t('changeNow')}
          </Button>
          <Button look="quiet" onClick={() => onClose(false)}>
            {t('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ChangeOptions {
  readonly planId: number
  readonly eventId: number
  readonly layoutId: number
  readonly isAgreed: boolean
  readonly onClose: (isDone: boolean) => void
}

/** Preview and execution of the change. */
function useChange({ planId, eventId, layoutId, isAgreed, onClose }: ChangeOptions) {
  const t = useTexts()
  const locale = useLocale()
  const { calls } = usePlanPort()
  const params = { planId, eventId }
  const { loaded, reload } = useLoaded(calls.changePlanOfDate, { params, body: { layoutId } })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const effect = loaded.state === 'loaded' ? loaded.value.effect : null
  const unread = loaded.state === 'failed' ? (loaded.problem ?? t('notLoaded')) : null
  return {
    effect,
    refusal: refusal ?? unread,
    isWaiting,
    async run(): Promise<void> {
      if (!effect) return
      setWaiting(true)
      setRefusal(null)
      try {
        const body = { layoutId, effectKey: effect.effectKey, mayReseat: isAgreed }
        await browserClient(locale).send(calls.changePlanOfDate, { params, body })
        showToast({ text: t('dateChanged') })
        onClose(true)
      } catch (error) {
        setRefusal(error instanceof CallError ? error.message : t('notLoaded'))
        reload()
      }
      setWaiting(false)
    },
  }
}

function Effect({ effect }: { effect: PlanEffectView }) {
  const t = useTexts()
  const locale = useLocale()
  const words = ({ section, row, seat }: PlanEffectView['moved'][number]['from']) =>
    t('placeWords', { section: section[locale], row, seat })
  return (
    <div className="space-y-near">
      <ul className="figures list-disc pl-5">
        <li>{t('effectKept', { count: effect.kept })}</li>
        {effect.movedCount > 0 && <li>{t('effectMoved', { count: effect.movedCount })}</li>}
        {effect.partiesApart > 0 && <li>{t('effectApart', { count: effect.partiesApart })}</li>}
        {effect.unplacedCount > 0 && (
          <li className="font-semibold">{t('effectUnplaced', { count: effect.unplacedCount })}</li>
        )}
        {effect.fullAreas.map(({ name, taken, room }) => (
          <li key={name.en} className="font-semibold">
            {t('effectFull', {
              name: name[locale],
              taken: formatCount(locale, taken),
              room: formatCount(locale, room),
            })}
          </li>
        ))}
        {effect.zonesWithoutPrice.length > 0 && (
          <li>
            {t('effectZones', {
              zones: effect.zonesWithoutPrice.map((name) => name[locale]).join(', '),
            })}
          </li>
        )}
      </ul>
      {effect.moved.length > 0 && (
        <ul className="max-h-60 overflow-y-auto rounded-md border border-rule px-3 py-1 text-note">
          {effect.moved.map(({ orderNumber, from, to }) => (
            <li key={`${orderNumber} ${words(from)}`} className="py-1">
              {words(from)} → {to ? words(to) : t('noPlace')}
              {orderNumber !== '' && <span className="text-soft"> · {orderNumber}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
