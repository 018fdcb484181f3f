import { lazy, Suspense, useRef } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { instantOf } from '#design/forms/field-values.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { releaseAtCounter, reserveAtCounter, sellHeld } from '../../basket-contract.ts'
import type { BasketView, SoldView } from '../../contract.ts'
import type { Contact } from '../contact.ts'
import { useTexts } from '../texts.ts'
import { useAttempt } from '../use-attempt.ts'
import { useQuestions, type Questions } from '../use-questions.ts'
import { BalancePay } from './balance-pay.tsx'
import type { BasketQuestionsHandle } from './basket-questions.tsx'
import { CardPay } from './card-pay.tsx'
import { CashFields } from './cash-fields.tsx'
import { ContactFields, type ContactFieldsProps } from './contact-fields.tsx'
import { useCash } from './use-cash.ts'

/** Few dates ask anything. */
const BasketQuestions = lazy(() => import('./basket-questions.tsx'))

interface BasketProps extends ContactFieldsProps {
  readonly basket: BasketView
  readonly onBasket: (basket: BasketView | null) => void
  readonly onSold: (sold: SoldView) => void
  readonly onReserved: () => void
  /** Whether the counter has a card terminal. */
  readonly hasTerminal: boolean
}

/** The places held for the current buyer: released one by one, sold, or reserved under a name. */
export function BasketPanel(props: BasketProps) {
  const { basket, onBasket, onSold, onReserved, hasTerminal, contact, onContact } = props
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const placeOf = usePlaceFacts()
  const asked = useRef<BasketQuestionsHandle>(null)
  const questions = useQuestions(basket, asked)
  const { orderKey, lines, deadlineAt, name, extras } = basket
  const release = (lineIds?: number[]) =>
    run(async () => {
      const body = { orderKey, ...(lineIds && { lineIds }) }
      try {
        onBasket((await browserClient(locale).send(releaseAtCounter, { body })).basket)
      } catch (error) {
        // The hold has expired, so the basket is empty.
        if (error instanceof CallError && error.code === 'OrderExpired') onBasket(null)
        else throw error
      }
    })
  return (
    <Panel title={name === null ? t('held') : t('keptFor', { name })}>
      <p className="text-note text-soft">
        {t('heldUntil')} <When at={deadlineAt} />
      </p>
      <ul className="mt-near divide-y divide-rule">
        {lines.map((line) => (
          <li key={line.lineId} className="flex items-center gap-near py-1">
            <span className="min-w-0 grow">
              <PlaceLabel line={line} />
            </span>
            <Button
              look="plain"
              disabled={isWaiting}
              aria-label={`${t('release')}: ${[line.row, line.seat].filter(Boolean).join(' ') || line.name}`}
              onClick={() => void release([line.lineId])}
            >
              {t('release')}
            </Button>
          </li>
        ))}
      </ul>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-near">
        <ContactFields contact={contact} onContact={onContact} />
      </div>
      {extras.length > 0 && (
        <Suspense>
          <BasketQuestions
            ref={asked}
            basket={basket}
            nameOf={(line) => [line.name, ...placeOf(line)].join(', ')}
            answers={questions.typed}
            onAnswers={questions.onAnswers}
            refused={questions.refused}
          />
        </Suspense>
      )}
      <CashPay {...{ basket, contact, questions, onSold }} />
      {hasTerminal && <CardPay {...{ basket, contact, questions, onSold }} />}
      <FoldOut title={t('balancePay')} className="mt-near">
        <BalancePay {...{ basket, contact, questions, onSold }} />
      </FoldOut>
      <FoldOut title={t('keep')} className="mt-near">
        <Keep basket={basket} onReserved={onReserved} />
      </FoldOut>
      <div className="mt-near flex flex-wrap gap-near">
        <Button
          look="danger"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() => void release()}
        >
          {t('releaseAll')}
        </Button>
        {name !== null && (
          <Button look="quiet" onClick={() => onBasket(null)}>
            {t('putAside')}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** Section, row and seat of a line, as far as it has them. */
function usePlaceFacts(): (line: BasketView['lines'][number]) => string[] {
  const t = useTexts()
  return ({ section, row, seat }) =>
    [
      section ?? '',
      row === null ? '' : t('row', { row }),
      seat === null ? '' : t('seat', { seat }),
    ].filter((word) => word !== '')
}

function PlaceLabel({ line }: { line: BasketView['lines'][number] }) {
  const placeOf = usePlaceFacts()
  const { name, quantity } = line
  return (
    <>
      <span className="font-semibold">{quantity > 1 ? `${quantity} × ${name}` : name}</span>
      <Dotted className="text-soft" facts={placeOf(line)} />
    </>
  )
}

interface CashPayProps extends Pick<BasketProps, 'basket' | 'onSold'> {
  readonly contact: Contact
  readonly questions: Questions
}

function CashPay({ basket, contact, questions, onSold }: CashPayProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const once = useAttempt()
  const { orderKey, total, name } = basket
  const cash = useCash(total.amount)
  const sell = () =>
    run(async () => {
      const givenMinor = cash.take()
      if (givenMinor === null) return
      await questions.sell(async (extras) => {
        const body = { orderKey, givenMinor, buyerName: name ?? '', ...contact, extras }
        const client = browserClient(locale)
        onSold(await once(body, (options) => client.send(sellHeld, { body }, options)))
      })
    })
  return (
    <form
      className="mt-near space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        void sell()
      }}
    >
      <CashFields cash={cash} />
      {refusal && <Notice>{refusal}</Notice>}
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('sell', { amount: formatMoney(locale, total) })}
      </SubmitBar>
    </form>
  )
}

function Keep({ basket, onReserved }: Pick<BasketProps, 'basket' | 'onReserved'>) {
  const t = useTexts()
  const locale = useLocale()
  const { orderKey } = basket
  const { form, field, refusal, isWaiting } = useForm({
    initial: { name: basket.name ?? '', phone: '', until: '', note: '' },
    check: ({ name, phone, until }) => ({
      name: name.trim() === '' ? t('nameMissing') : null,
      phone: phone.trim().length < 3 ? t('phoneMissing') : null,
      until: until === '' ? t('untilMissing') : null,
    }),
    async send({ until, ...rest }) {
      const body = { orderKey, ...rest, until: instantOf(until) }
      await browserClient(locale).send(reserveAtCounter, { body })
      onReserved()
    },
  })
  return (
    <form {...form} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('name')} label={t('name')} autoComplete="off" />
      <TextField {...field('phone')} label={t('phone')} inputMode="tel" autoComplete="off" />
      <DateField {...field('until')} kind="datetime-local" label={t('until')} />
      <TextField {...field('note')} label={t('note')} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('keepNow')}
      </SubmitBar>
    </form>
  )
}
