import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { saveFile } from '#design/data/save-file.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { printTickets } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface PrintProps {
  readonly orderNumber: string
  readonly ticketIdentifiers?: readonly string[]
  /** The tickets get new codes, and earlier prints are void. */
  readonly isReprint?: boolean
  /** Number of tickets of the order when none are given; all their codes change, so it is confirmed first. */
  readonly count?: number
}

/** Downloads tickets as a PDF for the counter's printer. */
export function PrintButtons({
  orderNumber,
  ticketIdentifiers,
  isReprint = false,
  count = 0,
}: PrintProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [isAsking, setAsking] = useState(false)
  const isOfAll = isReprint && !ticketIdentifiers
  const print = (format: 'roll' | 'sheet') =>
    void run(async () => {
      const body = {
        orderNumber,
        format,
        isReprint,
        ...(ticketIdentifiers && { ticketIdentifiers: [...ticketIdentifiers] }),
      }
      const response = await fetch(browserClient(locale).address(printTickets, {}), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': locale },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw await refusalOf(response)
      saveFile(await response.blob(), `tickets-${orderNumber.toLowerCase()}.pdf`)
    })
  return (
    <div className="mt-near flex flex-wrap gap-near">
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => (isOfAll ? setAsking(true) : print('roll'))}
      >
        {t(isReprint ? 'reprint' : 'print')}
      </Button>
      {!isReprint && (
        <Button look="plain" onClick={() => print('sheet')}>
          {t('printSheet')}
        </Button>
      )}
      {isOfAll && (
        <Dialog
          isOpen={isAsking}
          title={t('reprintAll', { count })}
          onClose={() => setAsking(false)}
        >
          <p>{t('reprintAllNote')}</p>
          <div className="mt-group flex flex-wrap gap-near">
            <Button
              look="danger"
              onClick={() => {
                setAsking(false)
                print('roll')
              }}
            >
              {t('reprintYes')}
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {t('reprintNo')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** The server's error message, or the HTTP status without one. */
async function refusalOf(response: Response): Promise<Error> {
  const answer = (await response.json().catch(() => null)) as Partial<ErrorReply> | null
  return answer?.error
    ? new CallError(response.status, answer.error)
    : new Error(`HTTP ${response.status}`)
}
