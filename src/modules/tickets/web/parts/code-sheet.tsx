import { Maximize2, X } from 'lucide-react'
import { useRef } from 'react'
import { openModal } from '#design/open-modal.ts'
import { Button } from '#design/parts/button.tsx'
import type { TicketCardView } from '../../shapes.ts'
import { kindOf } from '../numbers-in-kind.ts'
import { useTexts } from '../texts.ts'
import { ticketUseOf } from '../ticket-use.ts'
import { TicketCode } from './ticket-code.tsx'
import { SeatFacts } from './seat-facts.tsx'

interface CodeSheetProps {
  readonly ticket: TicketCardView
  readonly number: number
  readonly count: number
}

/** A button that shows the code as large as the screen, and keeps the screen awake meanwhile. */
export function CodeSheet({ ticket, number, count }: CodeSheetProps) {
  const t = useTexts()
  const sheet = useRef<HTMLDialogElement>(null)
  const awake = useRef<WakeLockSentinel | null>(null)
  if (!ticket.qr) return null

  async function show(): Promise<void> {
    if (sheet.current) openModal(sheet.current)
    // Not every browser supports it, and a low battery may refuse: the code shows anyway.
    awake.current = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
  }

  return (
    <>
      <Button
        look="quiet"
        aria-label={t('showLargeOf', { kind: kindOf(ticket), number })}
        onClick={() => void show()}
        className="grow px-3"
      >
        <Maximize2 size={18} aria-hidden="true" />
        {t('showLarge')}
      </Button>
      <dialog
        ref={sheet}
        className="code-sheet not-printed"
        aria-label={t('codeLabel', { kind: kindOf(ticket), number, count })}
        onClose={() => void awake.current?.release()}
      >
        <div className="mx-auto flex h-full max-w-3xl flex-col items-center justify-between gap-4">
          <div className="flex w-full items-start justify-between gap-4">
            <p className="font-display text-lg leading-snug font-bold">{ticket.event.name}</p>
            <button
              type="button"
              className="grid size-12 shrink-0 place-items-center rounded-full bg-[#eee] text-[#111]"
              aria-label={t('close')}
              onClick={() => sheet.current?.close()}
            >
              <X size={24} aria-hidden="true" />
            </button>
          </div>
          <TicketCode
            ticket={ticket}
            label={t('codeLabel', { kind: kindOf(ticket), number, count })}
          />
          <div className="w-full text-center">
            <SeatFacts ticket={ticket} isCentred />
            <p className="mt-3 text-[#555]">
              {t('brightness', { use: ticket.isGoods ? 'goods' : ticketUseOf(ticket) })}
            </p>
          </div>
        </div>
      </dialog>
    </>
  )
}
