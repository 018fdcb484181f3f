import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { RefundQuoteView } from '#modules/returns/refund-shapes.ts'
import { RefundSummary } from '#modules/returns/web/refund-summary.tsx'
import { quoteOwnRefund, refundTickets, reissueOwnTickets } from '../../orders-contract.ts'
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

/** The refund as it would be made, loaded before it can be confirmed. */
function Refund(props: RefundProps) {
  const t = useTexts()
  const { orderNumber, chosen, onLeft } = props
  const quote = useLoaded(quoteOwnRefund, {
    query: { orderNumber, ticketIdentifiers: chosen.join(',') },
  })
  return (
    <LoadedPart
      of={quote}
      height="h-40"
      className="mt-near"
      action={
        <Button look="quiet" onClick={onLeft}>
          {t('cancel')}
        </Button>
      }
    >
      {(value) => <RefundForm {...props} quote={value} onStale={quote.reload} />}
    </LoadedPart>
  )
}

interface RefundFormProps extends RefundProps {
  readonly quote: RefundQuoteView
  /** The amounts have changed since they were shown. */
  readonly onStale: () => void
}

function RefundForm({ orderNumber, chosen, quote, onLeft, onDone, onStale }: RefundFormProps) {
  const t = useTexts()
  const locale = useLocale()
  // One idempotency key per form and amount, so that repeated requests make one refund.
  const [formKey] = useState(() => crypto.randomUUID())
  const { amount } = quote.back
  const { form, field, refusal, isWaiting } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('refundReasonMissing') : null }),
    async send({ reason }) {
      const body = { orderNumber, ticketIdentifiers: [...chosen], reason, amountMinor: amount }
      const options = { idempotencyKey: `${formKey}-${amount}` }
      try {
        const done = await browserClient(locale).send(refundTickets, { body }, options)
        showToast({ text: t('refundDone', { amount: formatMoney(locale, done.amount) }) })
      } catch (error) {
        if (error instanceof CallError && error.code === 'QuoteChanged') onStale()
        throw error
      }
      onDone()
    },
  })
  return (
    <form {...form} className="mt-near space-y-near">
      <RefundSummary quote={quote} t={t} />
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
        {t('refund', { amount: formatMoney(locale, quote.back) })}
      </SubmitBar>
    </form>
  )
}
