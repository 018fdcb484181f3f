import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import { isCurrency } from '#kernel/currencies.ts'
import { changeTerms, type readTerms } from '../../terms-contract.ts'
import { percentText } from './terms-drafts.ts'
import { useTermsTexts } from './terms-texts.ts'

export type Terms = ReplyOf<typeof readTerms>
type Compared = ReplyOf<typeof changeTerms>

/** What a comparison shows, as typed. */
export interface ExampleAsked {
  readonly lineId: string
  readonly date: string
  readonly occupancyPercent: string
  readonly hoursBefore: string
}

export interface FormProps {
  readonly terms: Terms
  readonly asked: ExampleAsked
  readonly onChanged: () => void
}

type Change = Pick<
  z.input<typeof changeTerms.body>,
  'refundTiers' | 'changes' | 'companions' | 'riders' | 'steps' | 'baggage'
>

interface TermsSectionProps extends FormProps {
  readonly title: string
  readonly note: string
  /** Names the two buttons, which every section has. */
  readonly name: string
  /** Null while a field is not a number. */
  readonly change: Change | null
  readonly children: ReactNode
}

/** One kind of terms: its fields, what they change in the example, and the button that compares first and then saves. */
export function TermsSection(props: TermsSectionProps) {
  const { title, note, name, terms, asked, change, onChanged, children } = props
  const t = useTermsTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [compared, setCompared] = useState<{ reply: Compared; of: string } | null>(null)
  const now = JSON.stringify([change, asked])
  const shown = compared?.of === now ? compared.reply : null
  const send = (isDryRun: boolean) =>
    run(async () => {
      const body = { ...change, agencyId: terms.agencyId, example: exampleOf(asked), isDryRun }
      const reply = await browserClient(locale).send(changeTerms, { body })
      if (isDryRun) return setCompared({ reply, of: now })
      showToast({ text: t('saved') })
      onChanged()
    })
  const isSaving = shown?.isChanged === true
  return (
    <Panel title={title} note={note} look="ruled">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (change) void send(!isSaving)
        }}
      >
        {children}
        {change === null && <p className="mt-near font-semibold text-accent">{t('wrong')}</p>}
        {refusal && <Notice>{refusal}</Notice>}
        {shown &&
          (shown.isChanged ? <Example reply={shown} /> : <p className="mt-near">{t('same')}</p>)}
        <div className="mt-near">
          <Button
            type="submit"
            look={isSaving ? 'main' : 'quiet'}
            aria-disabled={change === null || undefined}
            // Every section has such a button.
            aria-label={`${t(isSaving ? 'save' : 'check')}: ${name}`}
            isWaiting={isWaiting}
            waitingText={t('waiting')}
          >
            {t(isSaving ? 'save' : 'check')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** Fields that are no number mean an empty vehicle, 20 hours before the departure. */
function exampleOf({ lineId, date, occupancyPercent, hoursBefore }: ExampleAsked) {
  const number = (text: string, most: number) =>
    /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : undefined
  const [full, hours] = [number(occupancyPercent, 100), number(hoursBefore, 8_760)]
  return {
    ...(lineId !== '' && { lineId: Number(lineId) }),
    ...(/^20\d\d-\d\d-\d\d$/.test(date) && { date }),
    occupancyPercent: full ?? 0,
    hoursBefore: hours ?? 20,
  }
}

/** What the change does to the example; what stays as it is, is not listed. */
function Example({ reply }: { readonly reply: Compared }) {
  const t = useTermsTexts()
  const locale = useLocale()
  const { from, to, date, prices, hoursBefore, ...back } = reply.example
  const { changeBeforeMinor, changeAfterMinor } = back
  const amountOf = (amount: number, currency: string) =>
    formatMoney(locale, { amount, currency: isCurrency(currency) ? currency : 'GEL' })
  const [before, percent] = [back.backBeforeBasisPoints, back.backAfterBasisPoints].map(percentText)
  const changeText = (feeMinor: number | null) =>
    feeMinor === null
      ? t('exampleNoChange', { hours: hoursBefore })
      : feeMinor === 0
        ? t('exampleFreeChange', { hours: hoursBefore })
        : t('exampleChange', { hours: hoursBefore, amount: amountOf(feeMinor, 'GEL') })
  const changed = prices.filter(({ beforeMinor, afterMinor }) => beforeMinor !== afterMinor)
  return (
    <div aria-live="polite" className="mt-near">
      <p className="font-semibold break-words">
        {t('examplePrices', { from, to, date: formatDate(locale, `${date}T12:00:00Z`) })}
      </p>
      {changed.length === 0 ? (
        <p className="mt-tight">{t('examplePricesSame')}</p>
      ) : (
        <ul className="mt-tight border-t border-rule">
          {changed.map(({ className, rider, beforeMinor, afterMinor, currency }) => (
            <li key={`${className} ${rider}`} className="border-b border-rule py-1 break-words">
              {t('priceOf', { rider, name: className })}:{' '}
              <span className="figures">
                {beforeMinor !== null && `${amountOf(beforeMinor, currency)} →\u00A0`}
                <b>{afterMinor === null ? t('exampleNotSold') : amountOf(afterMinor, currency)}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
      {before !== percent && (
        <p className="mt-tight">
          {t('exampleBackChanged', {
            hours: hoursBefore,
            percent: percent ?? '',
            before: before ?? '',
          })}
        </p>
      )}
      {changeAfterMinor !== changeBeforeMinor && (
        <p className="mt-tight">
          {`${changeText(changeAfterMinor)} ${t('exampleSoFar')} ${changeText(changeBeforeMinor)}`}
        </p>
      )}
    </div>
  )
}
