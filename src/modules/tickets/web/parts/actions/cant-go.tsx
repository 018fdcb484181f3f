import { useRef, useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { quoteResale, quoteReturn } from '#modules/returns/contract.ts'
import { useReturningTexts } from '../../returning-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { GoBack } from './go-back.tsx'
import { bestFirst, optionsOfQuote, type DisposalOption } from './disposal-options.ts'
import { NotYet } from './panel-parts.tsx'
import ToOrganizerPanel from './to-organizer.tsx'

/** Every way out of a ticket that cannot be used: the best sum first, and what is lost with each. */
export default function CantGoPanel(props: ActionPanelProps) {
  const { ticket, isBuyers, onClose, onChanged } = props
  const t = useReturningTexts()
  const [ways, setWays] = useState<readonly DisposalOption[] | null>(
    isBuyers ? null : bestFirst([]),
  )
  const [chosen, setChosen] = useState<DisposalOption['kind'] | null>(null)
  const [isDone, setDone] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const hasAsked = useRef(false)

  async function ask(): Promise<void> {
    setFailed(false)
    try {
      setWays(await readWays(ticket.ticketIdentifier))
    } catch {
      setFailed(true)
    }
  }

  function askOnce(): void {
    if (hasAsked.current || !isBuyers) return
    hasAsked.current = true
    void ask()
  }

  function markDone(): void {
    setDone(true)
    onChanged?.()
  }

  if (chosen !== null)
    return (
      <>
        {!isDone && (
          <Button look="plain" onClick={() => setChosen(null)} className="mt-2">
            <ArrowLeft size={18} aria-hidden="true" />
            {t('chooseAnother')}
          </Button>
        )}
        {chosen === 'organizer' ? (
          <ToOrganizerPanel {...props} />
        ) : (
          <GoBack {...props} kind={chosen} onChanged={markDone} />
        )}
      </>
    )
  return (
    <div ref={askOnce} className="mt-4 space-y-4" aria-busy={ways === null && !hasFailed}>
      <p>{t(ticket.event.isCancelled ? 'cantGoTextCancelled' : 'cantGoText')}</p>
      {ways === null && <NotYet hasFailed={hasFailed} onAgain={() => void ask()} />}
      <ul className="space-y-2">
        {ways?.map((way) => (
          <li key={way.kind}>
            <Way way={way} use={ticket.event.use} onChoose={() => setChosen(way.kind)} />
          </li>
        ))}
      </ul>
      <Button look="quiet" isWide onClick={() => onClose()}>
        {t('keep')}
      </Button>
    </div>
  )
}

const titles = { return: 'wayReturn', resale: 'wayResale', organizer: 'wayOrganizer' } as const

interface WayProps {
  readonly way: DisposalOption
  readonly use: ActionPanelProps['ticket']['event']['use']
  readonly onChoose: () => void
}

function Way({ way, use, onChoose }: WayProps) {
  const t = useReturningTexts()
  const locale = useLocale()
  const { back, lost, kind, feeKept } = way
  const amounts = {
    back: back ? formatMoney(locale, back) : '',
    lost: lost ? formatMoney(locale, lost) : '',
  }
  const isLost = lost !== null && lost.amount > 0
  const isFeeKept = feeKept !== null && feeKept.amount > 0
  const said = way.isWithChild
    ? [t(kind === 'organizer' ? 'wayChildFirst' : 'wayWithChild')]
    : [
        back && back.amount > 0 ? t(isLost ? 'wayBack' : 'wayBackWhole', amounts) : t('wayNothing'),
        isFeeKept && t('feeStays', { amount: formatMoney(locale, feeKept) }),
        back && !isLost && !isFeeKept && t('wayNothingLost'),
      ]
  // The organiser takes one ticket; both go back together by a return.
  const isRefused = kind === 'organizer' && way.isWithChild === true
  return (
    <Button
      look="quiet"
      isWide
      aria-disabled={isRefused || undefined}
      onClick={() => isRefused || onChoose()}
      className="justify-start text-left"
    >
      <span>
        <span className="block font-semibold">{t(titles[kind], { use })}</span>
        <span className="figures block text-note font-normal text-soft">
          {said.filter(Boolean).join(' ')}
        </span>
      </span>
    </Button>
  )
}

/**
 * What this one ticket would bring by each way; a way that is refused is left out. Fails if the server cannot be asked, so
 * that nobody gives a ticket away for nothing only because its return is not known.
 */
async function readWays(ticketIdentifier: string): Promise<DisposalOption[]> {
  const client = browserClient()
  const query = { ticketIdentifier }
  const [returned, resold] = await Promise.allSettled([
    client.send(quoteReturn, { query }),
    client.send(quoteResale, { query }),
  ])
  for (const asked of [returned, resold])
    if (asked.status === 'rejected' && !isRefusal(asked.reason)) throw asked.reason
  return bestFirst([
    ...(returned.status === 'fulfilled' ? optionsOfQuote('return', returned.value) : []),
    ...(resold.status === 'fulfilled' ? optionsOfQuote('resale', resold.value) : []),
  ])
}

function isRefusal(reason: unknown): boolean {
  return reason instanceof CallError && reason.status < 500
}
