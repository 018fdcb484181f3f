import { useEffect, useState } from 'react'
import type { QrView, RotatingView, TicketCardView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { Code } from './code.tsx'

interface TicketCodeProps {
  readonly ticket: TicketCardView
  readonly label: string
  readonly className?: string
}

/** The code of a ticket; one that rotates changes while it is looked at, and is not printed. */
export function TicketCode({ ticket, label, className }: TicketCodeProps) {
  const t = useTexts()
  const live = useLiveQr(ticket)
  if (!ticket.qr) return null
  if (!ticket.rotating) return <Code qr={ticket.qr} label={label} className={className} />
  return (
    <>
      <Code qr={live ?? ticket.qr} label={label} className={`not-printed ${className ?? ''}`} />
      <p className="hidden text-center font-semibold print:block">{t('openOnPhone')}</p>
      <p className="not-printed text-center text-sm text-soft">{t('codeChanges')}</p>
    </>
  )
}

function useLiveQr({ rotating }: TicketCardView): QrView | null {
  const [qr, setQr] = useState<QrView | null>(null)
  useEffect(() => {
    if (!rotating) return
    let isOver = false
    let end = () => {}
    async function begin(given: RotatingView): Promise<void> {
      const { followCode } = await import('../live-code.ts')
      if (!isOver) end = followCode(given, setQr)
    }
    void begin(rotating)
    return () => {
      isOver = true
      end()
    }
  }, [rotating])
  return qr
}
