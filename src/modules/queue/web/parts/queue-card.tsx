import { useState } from 'react'
import { Badge } from '#design/parts/badge.tsx'
import { Card } from '#design/parts/card.tsx'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import type { OperatorQueueView } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'
import { Bypass } from './bypass.tsx'
import { ControlsForm } from './controls-form.tsx'
import { QueueFigures } from './queue-figures.tsx'
import { QueueGuards } from './queue-guards.tsx'
import { useControls } from './use-controls.ts'

/** One queue: its state, the quick controls, its settings and its last hour. */
export function QueueCard({ queue }: { queue: OperatorQueueView }) {
  const t = useTexts()
  const locale = useLocale()
  const controls = useControls(queue.queueId)
  const [isConfirming, setConfirming] = useState(false)
  const name = queue.name ?? `${queue.source} ${queue.groupId ?? queue.itemId}`
  const { phase, isOn } = queue
  const buttons: readonly [string, () => void][] = !isOn
    ? [[t('switchOn'), () => void controls.change({ isOn: true })]]
    : phase === 'Closed'
      ? [
          [t('reopen'), () => void controls.change({ isClosed: false })],
          [t('switchOff'), () => void controls.change({ isOn: false })],
        ]
      : [
          queue.isPaused
            ? [t('resume'), () => void controls.change({ isPaused: false })]
            : [t('pause'), () => void controls.change({ isPaused: true })],
          [t('close'), () => setConfirming(true)],
        ]
  return (
    <Card as="li" look="ruled">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-xl font-bold">
          {queue.pagePath ? (
            <LocalLink to={queue.pagePath} className="link">
              {name}
            </LocalLink>
          ) : (
            name
          )}
        </h2>
        <Badge tone={!isOn ? undefined : phase === 'Open' ? 'good' : 'warn'}>
          {isOn ? t(`phase${phase}`) : t('off')}
        </Badge>
        {phase === 'Before' && queue.opensAt && (
          <span className="text-soft">{formatDateTime(locale, queue.opensAt)}</span>
        )}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-4 tablet:grid-cols-4">
        <Figure name={t('waiting')} value={formatCount(locale, queue.waitingCount)} />
        <Figure
          name={t('inside')}
          value={`${formatCount(locale, queue.insideCount)} / ${formatCount(locale, queue.admittedMax)}`}
        />
        <Figure name={t('bought')} value={formatCount(locale, queue.boughtCount)} />
        <Figure
          name={t('speed')}
          value={queue.perMinute === null ? '–' : formatCount(locale, Math.round(queue.perMinute))}
        />
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        {buttons.map(([label, onClick]) => (
          <Button
            key={label}
            look="quiet"
            aria-label={t('controlOf', { control: label, name })}
            isWaiting={controls.isSaving}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </div>
      {controls.refusal !== null && <Notice>{controls.refusal}</Notice>}
      <Fold title={t('settings')}>
        <ControlsForm queue={queue} />
      </Fold>
      <Fold title={t('chart')}>
        <QueueFigures queueId={queue.queueId} />
      </Fold>
      <Fold title={t('guards')}>
        <QueueGuards queueId={queue.queueId} />
      </Fold>
      {queue.source === 'event' && queue.groupId !== null && (
        <Fold title={t('bypass')}>
          <Bypass queueId={queue.queueId} showId={queue.groupId} />
        </Fold>
      )}
      <CloseQuestion
        isOpen={isConfirming}
        onLeft={() => setConfirming(false)}
        onConfirmed={() => {
          setConfirming(false)
          void controls.change({ isClosed: true })
        }}
      />
    </Card>
  )
}

interface CloseQuestionProps {
  readonly isOpen: boolean
  readonly onLeft: () => void
  readonly onConfirmed: () => void
}

function CloseQuestion({ isOpen, onLeft, onConfirmed }: CloseQuestionProps) {
  const t = useTexts()
  return (
    <Dialog isOpen={isOpen} title={t('close')} onClose={onLeft}>
      <p className="mt-near">{t('closeQuestion')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onConfirmed}>{t('close')}</Button>
        <Button look="quiet" onClick={onLeft}>
          {t('keepOpen')}
        </Button>
      </div>
    </Dialog>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-note text-soft">{name}</dt>
      <dd className="figures text-2xl font-bold">{value}</dd>
    </div>
  )
}

/** Renders its content only while it is open, so that figures of closed sections are not requested. */
function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{title}</summary>
      {isOpen && <div className="mt-2">{children}</div>}
    </details>
  )
}
