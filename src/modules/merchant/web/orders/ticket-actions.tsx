import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { Refund } from '#modules/returns/web/refund-form.tsx'
import { quoteOwnRefund, refundTickets, reissueOwnTickets } from '../../orders-contract.ts'
import { useTexts } from '../texts.ts'

interface TicketActionsProps {
  readonly orderNumber: string
  readonly chosen: readonly string[]
  /** What is chosen, in words. */
  readonly contents: string
  readonly onDone: () => void
}

/** New codes or a refund for the selected tickets. */
export function TicketActions({ orderNumber, chosen, contents, onDone }: TicketActionsProps) {
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
        {t('reissueChosen', { count, contents })}
      </Button>
      <Button look="danger" aria-disabled={isEmpty} onClick={() => openDialogFor('refund')}>
        {t('refundChosen', { count, contents })}
      </Button>
      <Dialog
        isOpen={openDialog !== null}
        isSheet
        title={
          openDialog === 'reissue'
            ? t('reissueTitle', { count, contents })
            : t('refundTitle', { contents })
        }
        onClose={() => setOpenDialog(null)}
      >
        {openDialog === 'reissue' && <Reissue {...work} />}
        {openDialog === 'refund' && <OwnRefund {...work} />}
      </Dialog>
    </div>
  )
}

interface ChosenTickets {
  readonly orderNumber: string
  readonly chosen: readonly string[]
  readonly onLeft: () => void
  readonly onDone: () => void
}

function Reissue({ orderNumber, chosen, onLeft, onDone }: ChosenTickets) {
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

function OwnRefund({ orderNumber, chosen, ...others }: ChosenTickets) {
  const t = useTexts()
  const client = useProvenClient()
  const quote = useLoaded(quoteOwnRefund, {
    query: { orderNumber, ticketIdentifiers: chosen.join(',') },
  })
  return (
    <Refund
      of={quote}
      t={t}
      send={(sent, options) => {
        const body = { orderNumber, ticketIdentifiers: [...chosen], ...sent }
        return client.send(refundTickets, { body }, options)
      }}
      {...others}
    />
  )
}
