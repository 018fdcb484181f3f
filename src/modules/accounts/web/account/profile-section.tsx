import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { accountsUpdate } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { EmailPanel } from './email-panel.tsx'
import { DoneNote } from './done-note.tsx'
import { PhonePanel } from './phone-panel.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { StudentPanel } from './student-panel.tsx'

export function ProfileSection({ account }: { account: AccountView }) {
  return (
    <>
      <PersonPanel account={account} />
      <EmailPanel account={account} />
      <PhonePanel account={account} />
      <PicturePanel account={account} />
      <StudentPanel account={account} />
    </>
  )
}

function PersonPanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { form, field, tick, isWaiting, isSent, isChanged, refusal } = useForm({
    initial: { fullName: account.fullName, joinClub: account.joinClub },
    call: accountsUpdate,
    check: ({ fullName }) => ({ fullName: fullName.trim() === '' ? t('nameMissing') : null }),
    async send({ fullName, joinClub }) {
      const body = { fullName: fullName.trim(), joinClub }
      await browserClient(locale).send(accountsUpdate, { body })
      await revalidate()
    },
    isGuarded: true,
  })
  return (
    <Panel title={t('personTitle')}>
      <form
        {...form}
        className="grid max-w-[30rem] justify-items-start gap-5 [&>:not(button)]:w-full"
      >
        {isChanged && <LeaveGuard isOn />}
        {refusal && <Notice>{refusal}</Notice>}
        <TextField
          {...field('fullName')}
          label={t('name')}
          autoComplete="name"
          maxLength={120}
          required
        />
        <Checkbox {...tick('joinClub')} label={t('joinClub')} hint={t('joinClubHint')} />
        <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <DoneNote>{isSent ? t('saved') : ''}</DoneNote>
      </form>
    </Panel>
  )
}
