import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { useAction } from '#modules/accounts/web/use-action.ts'
import { useSubmit, type Problems } from '#modules/accounts/web/use-submit.ts'
import {
  balanceBankAccount,
  ownBankAccountDelete,
  type ownBankAccounts,
} from '#modules/wallet/contract.ts'

export type BankAccountView = ReplyOf<typeof ownBankAccounts>['accounts'][number]

/** Accounts to withdraw to: those that are kept, and the form for another behind a fold. */
export function BankAccounts({ accounts }: { accounts: readonly BankAccountView[] }) {
  const t = useTexts()
  const client = useProvenClient()
  const { run, refusal } = useAction()
  return (
    <>
      {refusal && <Notice>{refusal}</Notice>}
      {accounts.length > 0 && (
        <ul className="mt-2 border-t border-rule">
          {accounts.map(({ bankAccountId, ibanHint, holderName }) => (
            <li
              key={bankAccountId}
              className="flex flex-wrap items-center justify-between gap-x-5 border-b border-rule py-2"
            >
              <p className="figures">
                <span className="font-semibold">{ibanHint}</span>
                <span className="block text-note text-soft">{holderName}</span>
              </p>
              <button
                type="button"
                aria-label={t('passkeyRemoveNamed', { name: ibanHint })}
                className="link min-h-11"
                onClick={() =>
                  void run(() => client.send(ownBankAccountDelete, { params: { bankAccountId } }))
                }
              >
                {t('passkeyRemove')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 items-center">{t('bankAccountAdd')}</summary>
        <BankAccountForm key={accounts.length} />
      </details>
    </>
  )
}

type Field = 'iban' | 'holderName'

function BankAccountForm() {
  const t = useTexts()
  const client = useProvenClient()
  const { revalidate } = useRevalidator()
  const [values, setValues] = useState({ iban: '', holderName: '' })
  const { form, isWaiting, problems, refusal, forget } = useSubmit<Field>({
    check() {
      const found: Problems<Field> = {}
      if (!/^GE\d{2}[A-Z]{2}\d{16}$/i.test(values.iban.replaceAll(/[\s-]/g, '')))
        found.iban = t('ibanWrong')
      if (values.holderName.trim() === '') found.holderName = t('nameMissing')
      return found
    },
    async send() {
      const body = { iban: values.iban, holderName: values.holderName.trim() }
      await client.send(balanceBankAccount, { body })
      await revalidate()
      return 'stay'
    },
  })
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      forget(name)
    },
  })
  return (
    <form {...form} method="post" className="mt-2 max-w-[30rem] space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('iban')}
        label="IBAN"
        hint={t('ibanHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
      />
      <TextField
        {...field('holderName')}
        label={t('bankAccountHolder')}
        autoComplete="name"
        maxLength={120}
      />
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('saving')}>
        {t('save')}
      </Button>
    </form>
  )
}
