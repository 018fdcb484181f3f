import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { askAboutCard, payByCard, type CardOutcomeView } from '../../basket-contract.ts'
import type { BasketView, SoldView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import type { Contact } from '../contact.ts'
import type { Questions } from '../use-questions.ts'

interface CardPayProps {
  readonly basket: BasketView
  readonly contact: Contact
  readonly questions: Questions
  readonly onSold: (sold: SoldView) => void
}

/** Payment by the counter's card terminal; an unanswered payment is checked again. */
export function CardPay({ basket, contact, questions, onSold }: CardPayProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [outcome, setOutcome] = useState<CardOutcomeView | null>(null)
  const { orderKey, total, name } = basket
  const showOutcome = (reply: CardOutcomeView) => {
    setOutcome(reply)
    if (reply.sold) onSold(reply.sold)
  }
  const pay = () =>
    run(async () => {
      setOutcome(null)
      await questions.sell(async (extras) => {
        const body = { orderKey, buyerName: name ?? '', ...contact, extras }
        const idempotencyKey = crypto.randomUUID()
        showOutcome(await browserClient(locale).send(payByCard, { body }, { idempotencyKey }))
      })
    })
  const checkPayment = () =>
    run(async () =>
      showOutcome(await browserClient(locale).send(askAboutCard, { body: { orderKey } })),
    )
  return (
    <div className="mt-near space-y-tight">
      <output className="block">
        {isWaiting && <span className="text-soft">{t('cardShow')}</span>}
        {outcome?.state === 'declined' && (
          <Notice>{t('cardDeclined', { why: outcome.message ?? '' })}</Notice>
        )}
        {outcome?.state === 'waiting' && <Notice>{t('cardSilent')}</Notice>}
      </output>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="flex flex-wrap gap-near">
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() => void pay()}
        >
          {t('cardPay', { amount: formatMoney(locale, total) })}
        </Button>
        {(outcome?.state === 'waiting' || refusal !== null) && (
          <Button look="quiet" disabled={isWaiting} onClick={() => void checkPayment()}>
            {t('cardAsk')}
          </Button>
        )}
      </div>
    </div>
  )
}
