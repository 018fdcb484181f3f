import { useState } from 'react'
import { useForm } from '#design/forms/use-form.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { multipassCheck, type CardView } from '../../contract.ts'
import { CardState } from '../parts/card-state.tsx'
import { ProductTerms } from '../parts/product-terms.tsx'
import { useTexts } from '../texts.ts'

/** Page that shows the remaining uses of a card by its number. */
export default function CheckPass() {
  const t = useTexts()
  const locale = useLocale()
  const [card, setCard] = useState<CardView | null>(null)
  const { form, field, refusal, isWaiting } = useForm({
    initial: { cardNumber: '' },
    refusedField: { PassNotFound: 'cardNumber', BadRequest: 'cardNumber' },
    words: { cardNumber: t('numberWrong') },
    check: ({ cardNumber }) => ({
      cardNumber: /^[\d\s-]{18,40}$/.test(cardNumber.trim()) ? null : t('numberWrong'),
    }),
    send: async ({ cardNumber }) => {
      setCard(null)
      setCard(await browserClient(locale).send(multipassCheck, { query: { cardNumber } }))
    },
  })
  return (
    <div className="page max-w-[40rem] space-y-part py-8 tablet:py-12">
      <title>{t('checkTitle')}</title>
      <meta name="robots" content="noindex" />
      <PageTitle look="heading">{t('checkTitle')}</PageTitle>
      <form {...form} className="space-y-group">
        {refusal && <Notice>{refusal}</Notice>}
        <TextField
          {...field('cardNumber')}
          label={t('number')}
          hint={t('numberHint')}
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
          {t('check')}
        </SubmitBar>
      </form>
      <output className="block empty:hidden">
        {card && (
          <Panel title={`${card.product.name} ${card.shortNumber}`}>
            <CardState card={card} />
            <div className="mt-4">
              <ProductTerms product={card.product} />
            </div>
          </Panel>
        )}
      </output>
    </div>
  )
}
