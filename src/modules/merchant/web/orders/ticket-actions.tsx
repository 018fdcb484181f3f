import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { refundTickets, reissueOwnTickets } from '../../orders-contract.ts'
import { useTexts } from '../texts.ts'

interface TicketActionsProps {
  readonly orderNumber: string
  readonly chosen: readonly string[]
  readonly onDone: () => void
}

/** New codes or a refund for the selected tickets. */
export function TicketActions({ orderNumber, chosen, onDone }: TicketActionsProps) {
  const t = useTexts()
  const [openDialog, setOpenDialog] = useState<'reissue' | 'refund' | null>(null)
  const count = chosen.length
  const isEmpty = count === 0 || undefined
  const openDialogFor = (what: 'reissue' | 'refund') => count > 0 && setOpenDialog(what)
  const work = {
    orderNumber,
    chosen,
    onLeft: () => setOpenDialog(null),
    onDone: () => {
      setOpenDialog(null)
      onDone()
    },
  }
  return (
    <div className="mt-near flex flex-wrap gap-near">
      <Button look="quiet" aria-disabled={isEmpty} onClick={() => openDialogFor('reissue')}>
        {t('reissueChosen', { count })}
      </Button>
      <Button look="danger" aria-disabled={isEmpty} onClick={() => openDialogFor('refund')}>
        {t('refundChosen', { count })}
      </Button>
      <Dialog
        isOpen={openDialog !== null}
        isSheet
        title={t(openDialog === 'reissue' ? 'reissueTitle' : 'refundTitle', { count })}
        onClose={() => setOpenDialog(null)}
      >
        {openDialog === 'reissue' && <Reissue {...work} />}
        {openDialog === 'refund' && <Refund {...work} />}
      </Dialog>
    </div>
  )
}

interface RefundProps {
  readonly orderNumber: string
  readonly chosen: readonly string[]
  readonly onLeft: () => void
  readonly onDone: () => void
}

function Reissue({ orderNumber, chosen, onLeft, onDone }: RefundProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const reissue = () =>
    run(async () => {
      const body = { orderNumber, ticketIdentifiers: [...chosen] }
      await browserClient(locale).send(reissueOwnTickets, { body })
      showToast({ text: t('reissueDone') })
      onDone()
    })
  return (
    <div className="mt-near space-y-near">
      <p className="text-soft">{t('reissueNote')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="flex flex-wrap gap-near">
        <Button isWaiting={isWaiting} waitingText={t('waiting')} onClick={() => void reissue()}>
          {t('reissue')}
        </Button>
        <Button look="quiet" onClick={onLeft}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

function Refund({ orderNumber, chosen, onLeft, onDone }: RefundProps) {
  const t = useTexts()
  const locale = useLocale()
  // One idempotency key per form, so that repeated requests make one refund.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { form, field, refusal, isWaiting } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('refundReasonMissing') : null }),
    async send({ reason }) {
      const body = { orderNumber, ticketIdentifiers: [...chosen], reason }
      const done = await browserClient(locale).send(refundTickets, { body }, { idempotencyKey })
      showToast({ text: t('refundDone', { amount: formatMoney(locale, done.amount) }) })
      onDone()
    },
  })
  return (
    <form {...form} className="mt-near space-y-near">
      <p className="text-soft">{t('refundNote')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('reason')} label={t('refundReason')} />
      <SubmitBar
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        others={
          <Button look="quiet" onClick={onLeft}>
            {t('cancel')}
          </Button>
        }
      >
        {t('refund')}
      </SubmitBar>
    </form>
  )
}
