import { CallError } from '#contract/client.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { printTickets } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface PrintProps {
  readonly orderNumber: string
  readonly ticketIdentifiers?: readonly string[]
  /** The tickets get new codes, and what was printed before is void. */
  readonly isReprint?: boolean
}

/** Downloads tickets as a PDF for the printer of the counter. */
export function PrintButtons({ orderNumber, ticketIdentifiers, isReprint = false }: PrintProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
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
      const address = URL.createObjectURL(await response.blob())
      const link = document.createElement('a')
      link.href = address
      link.download = `tickets-${orderNumber.toLowerCase()}.pdf`
      link.click()
      URL.revokeObjectURL(address)
    })
  return (
    <div className="mt-near flex flex-wrap gap-near">
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => print('roll')}
      >
        {t(isReprint ? 'reprint' : 'print')}
      </Button>
      {!isReprint && (
        <Button look="plain" onClick={() => print('sheet')}>
          {t('printSheet')}
        </Button>
      )}
    </div>
  )
}

/** What the server says of it, in its words where it has some. */
async function refusalOf(response: Response): Promise<Error> {
  const answer = (await response.json().catch(() => null)) as Partial<ErrorReply> | null
  return answer?.error
    ? new CallError(response.status, answer.error)
    : new Error(`HTTP ${response.status}`)
}
