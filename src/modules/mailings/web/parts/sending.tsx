import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { momentOf } from '#design/forms/field-values.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { cancelMailing, scheduleMailing, testMailing, type MailingView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface SendingProps {
  readonly mailing: MailingView
  readonly onChanged: (mailing: MailingView) => void
  /** Saves unsaved changes; false when a required field is missing. */
  readonly saveFirst: () => Promise<boolean>
}

/** Number of recipients, and sending now or at a time. */
export function Sending({ mailing, onChanged, saveFirst }: SendingProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState('')
  const { mailingId, state, sendAt, holderCount, kind } = mailing
  const client = browserClient(locale)
  const leave = (moment: string | undefined) =>
    run(async () => {
      setOpen(false)
      if (!(await saveFirst())) return
      const body = { mailingId, ...(moment !== undefined && { sendAt: moment }) }
      onChanged(await client.send(scheduleMailing, { body }))
    })
  const test = () =>
    run(async () => {
      if (!(await saveFirst())) return
      await client.send(testMailing, { body: { mailingId } })
      showToast({ text: t('tested') })
    })
  // Save before asking for confirmation, so that exactly what is confirmed is sent.
  const confirm = () => run(async () => setOpen(await saveFirst()))
  const cancel = () =>
    run(async () => onChanged(await client.send(cancelMailing, { body: { mailingId } })))
  const busy = { isWaiting, waitingText: t('waiting') }
  return (
    <Panel
      title={t(`short-${kind}`)}
      look="ruled"
      action={
        <Badge tone={state === 'sent' ? 'good' : undefined}>
          {t(`state-${state}`, { at: sendAt ? formatDateTime(locale, sendAt) : '' })}
        </Badge>
      }
    >
      {refusal && (
        <div className="mb-near">
          <Notice>{refusal}</Notice>
        </div>
      )}
      <p>{t('holders', { count: holderCount })}</p>
      <div className="mt-near flex flex-wrap items-end gap-near">
        <Button look="quiet" {...busy} onClick={() => void test()}>
          {t('test')}
        </Button>
        {state === 'draft' && (
          <>
            <Button {...busy} onClick={() => void confirm()}>
              {t('sendNow')}
            </Button>
            <DateField
              kind="datetime-local"
              label={t('sendAt')}
              hint={t('sendAtHint')}
              value={at}
              onChange={({ target }) => setAt(target.value)}
            />
            <Button
              look="quiet"
              {...busy}
              aria-disabled={at === '' || undefined}
              onClick={() => at !== '' && void leave(instantOfField(at))}
            >
              {t('schedule')}
            </Button>
          </>
        )}
        {state === 'scheduled' && (
          <Button look="quiet" {...busy} onClick={() => void cancel()}>
            {t('takeBack')}
          </Button>
        )}
      </div>
      <Dialog isOpen={isOpen} isSheet title={t('askTitle')} onClose={() => setOpen(false)}>
        <p className="mt-near text-soft">{t('askText')}</p>
        <p className="mt-near">{t('holders', { count: holderCount })}</p>
        <div className="mt-group flex flex-wrap gap-near">
          {holderCount > 0 && (
            <Button {...busy} onClick={() => void leave(undefined)}>
              {t('sending')}
            </Button>
          )}
          <Button look="quiet" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
        </div>
      </Dialog>
    </Panel>
  )
}

/** The typed time by the clock of Georgia, as an instant. */
function instantOfField(at: string): string | undefined {
  const data = new FormData()
  data.set('at', at)
  return momentOf(data, 'at')
}
