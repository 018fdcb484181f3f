import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { applyFeedImport, type FeedReportView, type ImportAnswers } from '../../feed-contract.ts'
import { useTexts } from '../texts.ts'

type Answers = Pick<ImportAnswers, 'missing' | 'unsure'>

/** Answers about departures with passengers, and the button that applies a validated feed. */
export function ApplyFeed({
  importId,
  report,
  onRequested,
}: {
  importId: string
  report: FeedReportView
  onRequested: () => void
}) {
  const t = useTexts()
  const locale = useLocale()
  const [answers, setAnswers] = useState<Answers>({})
  const [isAgreed, setAgreed] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const questions = questionsOf(report)
  async function apply(): Promise<void> {
    if (questions.some((question) => answers[question] === undefined))
      return setRefusal(t('answerFirst'))
    if (!isAgreed) return setRefusal(t('agreeFirst'))
    setSending(true)
    setRefusal(null)
    try {
      await browserClient(locale).send(applyFeedImport, { params: { importId }, body: answers })
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('sendFailed'))
    }
    setSending(false)
    onRequested()
  }
  return (
    <Card look="ruled" className="mt-5 max-w-2xl space-y-3">
      <p className="font-semibold">{t('readyTitle')}</p>
      {refusal !== null && <Notice key={refusal}>{refusal}</Notice>}
      {questions.map((question) => (
        <Select
          key={question}
          label={t(question === 'missing' ? 'answerMissing' : 'answerUnsure')}
          value={answers[question] ?? ''}
          onChange={({ target }) =>
            setAnswers({ ...answers, [question]: target.value === '' ? undefined : target.value })
          }
        >
          <option value="">{t('answer-none')}</option>
          {question === 'unsure' && <option value="move">{t('answer-move')}</option>}
          <option value="keep">{t('answer-keep')}</option>
          <option value="cancel">{t('answer-cancel')}</option>
        </Select>
      ))}
      <Checkbox
        label={t('noUndo')}
        checked={isAgreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <Button isWaiting={isSending} waitingText={t('sending')} onClick={() => void apply()}>
        {t('apply')}
      </Button>
    </Card>
  )
}

function questionsOf({ soldRuns }: FeedReportView): (keyof Answers)[] {
  const asked = soldRuns.filter(({ outcome }) => outcome === 'asked')
  const isUnsure = (run: (typeof asked)[number]): boolean => run.found === 'unsure'
  return [
    ...(asked.some((run) => !isUnsure(run)) ? (['missing'] as const) : []),
    ...(asked.some(isUnsure) ? (['unsure'] as const) : []),
  ]
}
