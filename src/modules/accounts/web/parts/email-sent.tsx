import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../texts.ts'
import { AuthCard } from './auth-card.tsx'

interface EmailSentProps {
  /** The same words whether or not the address has an account: only its owner learns that, by the e-mail. */
  readonly text: string
  readonly onAgain: () => void
}

/** An e-mail is on its way; it takes the focus, so that it is read. */
export function EmailSent({ text, onAgain }: EmailSentProps) {
  const t = useTexts()
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <AuthCard
      title={t('letterTitle')}
      foot={
        <button type="button" onClick={onAgain} className="link min-h-11">
          {t('letterAgain')}
        </button>
      }
    >
      <div ref={words} tabIndex={-1} className="flex gap-4 outline-none">
        <MailCheck size={32} aria-hidden="true" className="shrink-0 text-good" />
        <p>{text}</p>
      </div>
    </AuthCard>
  )
}
