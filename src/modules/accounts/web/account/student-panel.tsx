import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { EmailField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { formatDate } from '#kernel/format.ts'
import { authVerifyStudent } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { emailKeyLengthMin, useEmailKey } from '../email-key.ts'
import { useTexts } from '../texts.ts'
import { DoneNote } from './done-note.tsx'

/** Studies are proven by the school's mailbox; the email's key is confirmed by a button, never by opening it. */
export function StudentPanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const key = useEmailKey('student')
  const { run, isWaiting, refusal } = usePageWork()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isSpent, setSpent] = useState(false)
  const { studentUntil } = account
  const isConfirming = key.length >= emailKeyLengthMin && !isSpent
  return (
    <Panel title={t('studentTitle')} note={<p>{t('studentNote')}</p>}>
      <div className="grid max-w-[30rem] justify-items-start gap-4 [&>:not(button)]:w-full">
        {refusal && <Notice>{refusal}</Notice>}
        {studentUntil && (
          <DoneNote>
            {t('studentUntil', {
              date: formatDate(locale, `${studentUntil}T12:00:00Z`, { year: true }),
            })}
          </DoneNote>
        )}
        {isConfirming && (
          <Button
            isWaiting={isWaiting}
            waitingText={t('saving')}
            onClick={() =>
              void run(async () => {
                setSpent(true)
                await browserClient(locale).send(authVerifyStudent, { body: { key } })
              })
            }
          >
            {t('studentConfirm')}
          </Button>
        )}
        {!isConfirming && !studentUntil && sentTo === null && <StudentForm onSent={setSentTo} />}
        <DoneNote>{sentTo === null ? '' : t('studentSent', { email: sentTo })}</DoneNote>
      </div>
    </Panel>
  )
}

function StudentForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { studentEmail: '' },
    call: authVerifyStudent,
    words: { studentEmail: t('emailWrong') },
    check: (values) => ({ studentEmail: values.studentEmail === '' ? t('emailMissing') : null }),
    refusedField: { StudentMailboxUnknown: 'studentEmail' },
    async send(values) {
      const studentEmail = values.studentEmail.trim()
      await browserClient(locale).send(authVerifyStudent, { body: { studentEmail } })
      onSent(studentEmail)
      return 'leave'
    },
  })
  return (
    <form {...form} className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <EmailField {...field('studentEmail')} label={t('studentEmail')} autoComplete="off" />
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('sending')}>
        {t('registerSend')}
      </Button>
    </form>
  )
}
