import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { multipassCheck, multipassReserve, type OwnCardView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface ReserveFormProps {
  readonly orderKey: string
  readonly cards: readonly OwnCardView[]
}

/** A pass that is only scanned itself pays for no tickets. */
function isUsable({ state, product }: OwnCardView): boolean {
  return state === 'active' && product.sources?.length !== 0
}

/** Form for paying with one of the visitor's cards or with a card number. */
export function ReserveForm({ orderKey, cards }: ReserveFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const usable = cards.filter(isUsable)
  const { form, field, refusal, isWaiting } = useForm({
    initial: { own: usable[0]?.cardNumber ?? '', cardNumber: '' },
    refusedField: { PassNotFound: 'cardNumber' },
    words: { cardNumber: t('numberWrong') },
    check: ({ own, cardNumber }) => ({
      cardNumber:
        own !== '' || /^[\d\s-]{18,40}$/.test(cardNumber.trim()) ? null : t('numberWrong'),
    }),
    send: async ({ own, cardNumber: typed }) => {
      const client = browserClient(locale)
      const cardNumber = own === '' ? typed : own
      // The number is checked before uses are held, so that a wrong one is reported as such.
      await client.send(multipassCheck, { query: { cardNumber } })
      await client.send(multipassReserve, { body: { orderKey, cardNumber } })
      await revalidate()
    },
  })
  const { value, ...ownField } = field('own')
  return (
    <form {...form} className="space-y-group">
      {refusal && <Notice>{refusal}</Notice>}
      {usable.length > 0 && (
        <Select {...ownField} value={value} label={t('ownTitle')}>
          {usable.map((card) => (
            <option key={card.cardNumber} value={card.cardNumber}>
              {`${card.product.name} ${card.shortNumber} · ${t('left', { left: card.usesLeft })}`}
            </option>
          ))}
          <option value="">{t('otherNumber')}</option>
        </Select>
      )}
      {value === '' && (
        <TextField
          {...field('cardNumber')}
          label={t('number')}
          hint={t('numberHint')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('payWithPass')}
      </SubmitBar>
    </form>
  )
}
