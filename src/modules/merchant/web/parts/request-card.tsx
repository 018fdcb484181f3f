import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { merchantPurchaseRequestMove, type RequestView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface RequestCardProps {
  readonly request: RequestView
  readonly onDecided: () => void
}

/** One request: who asks for what, what may be done, and what became of it. */
export function RequestCard({ request, onDecided }: RequestCardProps) {
  const t = useTexts()
  const locale = useLocale()
  const [answer, setAnswer] = useState('')
  const { run, isWaiting, refusal } = useWork()
  const { requestId, status, name, email, phone, message, quantity, next, history } = request
  const decide = (to: RequestView['status']) =>
    run(async () => {
      if (to === 'New' || to === 'Withdrawn') return
      const body = { requestId, status: to, answer }
      await browserClient(locale).send(merchantPurchaseRequestMove, { body })
      onDecided()
    })
  return (
    <Panel
      look="ruled"
      title={`${name} · ${t('tickets', { count: quantity })}`}
      action={
        <Badge tone={status === 'New' ? 'warn' : status === 'Declined' ? 'bad' : 'good'}>
          {t(`status${status}`)}
        </Badge>
      }
      note={[email, phone].filter(Boolean).join(' · ')}
    >
      {message && <p className="max-w-[42rem] whitespace-pre-line">{message}</p>}
      {next.length > 0 && (
        <div className="mt-4 space-y-near">
          <Textarea
            label={t('answer')}
            hint={t('answerHint')}
            rows={2}
            maxLength={1_000}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
          {refusal && <Notice>{refusal}</Notice>}
          <div className="flex flex-wrap gap-near">
            {next.map((to) => (
              <Button
                key={to}
                look={to === 'Declined' ? 'danger' : 'quiet'}
                isWaiting={isWaiting}
                waitingText={t('waiting')}
                onClick={() => void decide(to)}
              >
                {to === 'Accepted' || to === 'Declined' || to === 'Fulfilled' ? t(`do${to}`) : to}
              </Button>
            ))}
          </div>
        </div>
      )}
      <h3 className="mt-5 text-note font-semibold">{t('history')}</h3>
      <ol className="mt-1 space-y-1 text-note text-soft">
        {history.map((step) => (
          <li key={`${step.at} ${step.status}`}>
            <When at={step.at} /> · {t(`status${step.status}`)} · {step.by ?? t('byAsker')}
            {step.answer && <span className="block text-ink">{step.answer}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
