import { useRevalidator } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import {
  balanceBankAccount,
  ownBankAccountDelete,
  type ownBankAccounts,
} from '#modules/wallet/withdrawal-contract.ts'

export type BankAccountView = ReplyOf<typeof ownBankAccounts>['accounts'][number]

/** Bank accounts for withdrawals: the saved ones, and a collapsed form for another. */
export function BankAccounts({ accounts }: { accounts: readonly BankAccountView[] }) {
  const t = useTexts()
  const client = useProvenClient()
  const { run, refusal } = usePageWork()
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

function BankAccountForm() {
  const t = useTexts()
  const client = useProvenClient()
  const { revalidate } = useRevalidator()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { iban: '', holderName: '' },
    call: balanceBankAccount,
    words: { iban: t('ibanWrong'), holderName: t('nameMissing') },
    check: ({ iban }) => ({
      iban: /^GE\d{2}[A-Z]{2}\d{16}$/i.test(iban.replaceAll(/[\s-]/g, '')) ? null : t('ibanWrong'),
    }),
    refusedField: { IbanInvalid: 'iban' },
    async send({ iban, holderName }) {
      await client.send(balanceBankAccount, { body: { iban, holderName: holderName.trim() } })
      await revalidate()
    },
  })
  return (
    <form {...form} className="mt-2 max-w-[30rem] space-y-4">
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
