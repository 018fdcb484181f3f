import { useState, type ReactNode } from 'react'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { When } from '#design/parts/when.tsx'
import type { RequestView } from '../../office-contract.ts'
import { useOfficeTexts } from '../office-texts.ts'

export interface Decision {
  readonly requestId: number
  readonly status: 'Accepted' | 'Declined' | 'Fulfilled'
  readonly answer: string
}

/** States set by the requester; all others are decisions. */
const requesterStates: ReadonlySet<string> = new Set(['New', 'Withdrawn'])

interface RequestCardProps {
  readonly request: RequestView
  /** The requested item, on pages with requests for several items. */
  readonly children?: ReactNode
  /** Sends the decision. */
  readonly decide: (decision: Decision) => Promise<unknown>
  readonly onDecided: () => void
}

/** One request with its requester, the possible decisions and its history. */
export function RequestCard({ request, children, decide, onDecided }: RequestCardProps) {
  const t = useOfficeTexts()
  const [answer, setAnswer] = useState('')
  const { run, isWaiting, refusal } = useWork()
  const { requestId, status, name, email, phone, message, quantity, next, history } = request
  const move = (to: RequestView['status']) =>
    run(async () => {
      if (to === 'New' || to === 'Withdrawn') return
      await decide({ requestId, status: to, answer })
      onDecided()
    })
  return (
    <Panel
      look="ruled"
      title={<Dotted facts={[name, t('tickets', { count: quantity })]} />}
      action={
        <Badge tone={status === 'New' ? 'warn' : status === 'Declined' ? 'bad' : 'good'}>
          {t(`status${status}`)}
        </Badge>
      }
      note={<Dotted facts={[email, phone]} />}
    >
      {children}
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
                onClick={() => void move(to)}
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
            <Dotted
              facts={[
                <When key="when" at={step.at} />,
                t(`status${step.status}`),
                step.by ?? t(requesterStates.has(step.status) ? 'byAsker' : 'byOperator'),
              ]}
            />
            {step.answer && <span className="block text-ink">{step.answer}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
