import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { merchantBankAccount, type MerchantMoneyView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface BankAccountProps {
  readonly account: MerchantMoneyView['bankAccount']
  readonly onSaved: () => void
}

/** Bank account for payouts; a change requires the password. */
export function BankAccountPanel({ account, onSaved }: BankAccountProps) {
  const t = useTexts()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(() => Date.now())
  const saved = () => {
    setOpen(false)
    onSaved()
  }
  return (
    <Panel title={t('account')}>
      {account ? (
        <>
          <p className="font-semibold">
            {t('accountIs', { iban: account.ibanHint, holder: account.holderName })}
          </p>
          {Date.parse(account.usableFrom) > now && (
            <p className="mt-1 text-soft">
              {t('accountFrom', { at: formatDateTime(locale, account.usableFrom) })}
            </p>
          )}
        </>
      ) : (
        <p>{t('accountNone')}</p>
      )}
      {isOpen || !account ? (
        <AccountForm onSaved={saved} />
      ) : (
        <Button look="quiet" className="mt-near" onClick={() => setOpen(true)}>
          {t('accountChange')}
        </Button>
      )}
    </Panel>
  )
}

function AccountForm({ onSaved }: { onSaved: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, refusal, isWaiting, isSent } = useForm({
    initial: { iban: '', holderName: '', password: '' },
    call: merchantBankAccount,
    refusedField: { IbanInvalid: 'iban', PasswordWrong: 'password' },
    async send(body) {
      await browserClient(locale).send(merchantBankAccount, { body })
      onSaved()
    },
  })
  return (
    <form {...form} className="mt-near space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('iban')} label={t('iban')} autoComplete="off" />
      <TextField {...field('holderName')} label={t('holderName')} autoComplete="off" />
      <TextField
        {...field('password')}
        label={t('password')}
        hint={t('accountNote')}
        type="password"
        autoComplete="current-password"
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')} done={isSent && t('saved')}>
        {t('save')}
      </SubmitBar>
    </form>
  )
}
