import { useState, type FormEvent } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { CountryField } from '#modules/passengers/web/country-field.tsx'
import { renamePassenger, ticketPassenger } from '../../../passenger-contract.ts'
import { useDetailTexts } from '../../details-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { NotYet } from './panel-parts.tsx'
import { useRequested } from './use-requested.ts'

type Terms = ReplyOf<typeof ticketPassenger>
type Question = Terms['question']

/** Another passenger on a ticket: the carrier's fee first, then the name; the old code becomes void. */
export default function RenamePanel({ ticket, onClose }: ActionPanelProps) {
  const t = useDetailTexts()
  const locale = useLocale()
  const { ticketIdentifier } = ticket
  const asked = useRequested(() =>
    browserClient(locale).send(ticketPassenger, { query: { ticketIdentifier } }),
  )
  const terms = asked.value
  if (!terms) return <NotYet hasFailed={terms === null} onAgain={asked.again} />
  if (terms.refusal !== null)
    return (
      <div className="mt-4 space-y-4">
        <p>{terms.refusal}</p>
        <Button look="quiet" onClick={() => onClose()}>
          {t('cancel')}
        </Button>
      </div>
    )
  return <RenameForm terms={terms} onClose={onClose} />
}

function RenameForm(props: { terms: Terms; onClose: ActionPanelProps['onClose'] }) {
  const { terms, onClose } = props
  const t = useDetailTexts()
  const locale = useLocale()
  const [wrong, setWrong] = useState<Wrong>(new Map())
  const { run, isWaiting, refusal } = useWork()
  const { fee, available, left, until, question, ticketIdentifier } = terms

  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const passenger = passengerOf(new FormData(event.currentTarget), question)
    void run(async () => {
      try {
        const body = { ticketIdentifier, feeMinor: fee.amount, passenger }
        await browserClient(locale).send(renamePassenger, { body })
      } catch (error) {
        const fields = error instanceof CallError ? error.fields : []
        setWrong(
          new Map(fields.map(({ path, message }) => [path.split('.').at(-1) ?? '', message])),
        )
        throw error
      }
      onClose(true)
    })
  }

  return (
    <form className="mt-4 space-y-5" onSubmit={send}>
      {refusal && <Notice>{refusal}</Notice>}
      <p>
        {fee.amount === 0
          ? t('renameFree')
          : t('renameFee', {
              fee: formatMoney(locale, fee),
              balance: formatMoney(locale, available ?? money(0)),
            })}
      </p>
      <p className="text-note text-soft">
        {t('renameTerms', { count: left, until: until ? formatDateTime(locale, until) : '' })}
      </p>
      {fee.amount > (available?.amount ?? 0) ? (
        <div className="flex flex-wrap gap-3 *:grow">
          <Button look="quiet" onClick={() => onClose()}>
            {t('cancel')}
          </Button>
          <LinkButton to="/account/wallet">{t('renameTopUp')}</LinkButton>
        </div>
      ) : (
        <>
          <Fields question={question} wrong={wrong} />
          <div className="flex flex-wrap gap-3 *:grow">
            <Button look="quiet" onClick={() => onClose()}>
              {t('cancel')}
            </Button>
            <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
              {t('renameConfirm')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

/** What the server found, by field. */
type Wrong = ReadonlyMap<string, string>

/** What the carrier asks of a passenger; nothing of the one before is filled in. */
function Fields({ question, wrong }: { question: Question; wrong: Wrong }) {
  const t = useDetailTexts()
  const locale = useLocale()
  const { asksNameKa, asksBirthDate, documentKinds, born } = question
  const wordsOf = (problem: string | undefined): string | null => {
    if (problem === undefined) return null
    if (problem !== 'ageWrong' || born === null) return t('passengerWrong')
    const from = formatDate(locale, born.bornFrom, { timeZone: 'UTC', year: true })
    return t('passengerAgeWrong', {
      from,
      until: formatDate(locale, born.bornUntil, { timeZone: 'UTC', year: true }),
    })
  }
  const field = (name: string) => ({
    name,
    required: true,
    error: wordsOf(wrong.get(name)),
  })
  const text = { autoComplete: 'off', spellCheck: false, maxLength: 200 } as const
  return (
    <div className="field-grid">
      <TextField {...field('givenName')} {...text} label={t('givenName')} autoCapitalize="words" />
      <TextField
        {...field('familyName')}
        {...text}
        label={t('familyName')}
        autoCapitalize="words"
      />
      {asksNameKa && (
        <TextField
          {...field('nameKa')}
          {...text}
          label={t('nameKa')}
          // A foreigner need not give one.
          required={documentKinds.length === 0}
        />
      )}
      {asksBirthDate && <TextField {...field('birthDate')} label={t('birthDate')} type="date" />}
      {documentKinds.length > 0 && (
        <>
          <Select
            {...field('documentKind')}
            label={t('documentKind')}
            defaultValue={documentKinds[0]}
          >
            {documentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`document_${kind}`)}
              </option>
            ))}
          </Select>
          <TextField
            {...field('documentNumber')}
            label={t('documentNumber')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
          />
          <CountryField
            {...field('nationality')}
            label={t('nationality')}
            choose={t('choose')}
            codeHint={t('nationalityHint')}
          />
        </>
      )}
    </div>
  )
}

function passengerOf(form: FormData, { kind, documentKinds }: Question) {
  const value = (name: string): string => String(form.get(name) ?? '').trim()
  return {
    givenName: value('givenName'),
    familyName: value('familyName'),
    nameKa: value('nameKa'),
    kind: kind ?? 0,
    documentKind: documentKinds.find((one) => one === value('documentKind')) ?? null,
    documentNumber: value('documentNumber') || null,
    nationality: value('nationality') || null,
    birthDate: value('birthDate') || null,
  } as const
}
