import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { accountsUpdate } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { useSubmit, type Problems } from '../use-submit.ts'
import { EmailPanel } from './email-panel.tsx'
import { DoneNote, Panel } from './panel.tsx'
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
  const action = useAction()
  const [name, setName] = useState(account.fullName)
  const [joinClub, setJoinClub] = useState(account.joinClub)
  const [isSaved, setSaved] = useState(false)
  const { form, isWaiting, problems, refusal, forget } = useSubmit<'name'>({
    check() {
      const found: Problems<'name'> = {}
      if (name.trim() === '') found.name = t('nameMissing')
      return found
    },
    async send() {
      const body = { fullName: name.trim(), joinClub }
      await browserClient(locale).send(accountsUpdate, { body })
      setSaved(true)
      await action.run(() => Promise.resolve())
      return 'stay'
    },
  })
  return (
    <Panel title={t('personTitle')}>
      <form
        {...form}
        method="post"
        className="grid max-w-[30rem] justify-items-start gap-5 [&>:not(button)]:w-full"
      >
        {refusal && <Notice>{refusal}</Notice>}
        <TextField
          label={t('name')}
          name="name"
          autoComplete="name"
          maxLength={120}
          required
          value={name}
          error={problems.name}
          onChange={(event) => {
            setName(event.target.value)
            setSaved(false)
            forget('name')
          }}
        />
        <Checkbox
          label={t('joinClub')}
          hint={t('joinClubHint')}
          checked={joinClub}
          onChange={(event) => {
            setJoinClub(event.target.checked)
            setSaved(false)
          }}
        />
        <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <DoneNote>{isSaved ? t('saved') : ''}</DoneNote>
      </form>
    </Panel>
  )
}
