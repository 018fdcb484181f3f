import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { CodeField } from '#design/parts/code-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { DoneNote } from '#modules/accounts/web/account/done-note.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { discountCardsAdd, type DiscountCardTypeView } from '#modules/membership/contract.ts'

type Field = 'cardNumber' | 'pin'

/** A card is identified by its issuer, its number and its PIN. */
export function AddCardForm({ types }: { types: readonly DiscountCardTypeView[] }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [typeId, setTypeId] = useState(types[0]?.typeId ?? 0)
  const type = types.find((each) => each.typeId === typeId) ?? types[0]
  const numberLength = type?.numberLength ?? 0
  const pinLength = type?.pinLength ?? 0
  const { form, field, change, isWaiting, isSent, refusal } = useForm({
    initial: { cardNumber: '', pin: '' },
    check: ({ cardNumber, pin }) => ({
      cardNumber:
        cardNumber.length === numberLength
          ? null
          : t('discountCardNumberWrong', { count: numberLength }),
      pin: pin.length === pinLength ? null : t('discountCardPinWrong', { count: pinLength }),
    }),
    refusedField: { DiscountCardTaken: 'cardNumber', DiscountCardWrong: 'pin' },
    async send(values) {
      const query = { ...values, discountCardType: typeId }
      await browserClient(locale).send(discountCardsAdd, { query })
      change({ cardNumber: '', pin: '' })
      await revalidate()
    },
  })
  const digits = (name: Field) => ({
    ...field(name),
    autoComplete: 'off',
    className: 'figures',
    onCode: (code: string) => change({ [name]: code }),
  })
  if (!type) return null
  return (
    <form {...form} className="max-w-[30rem] space-y-4">
      <h3 className="text-lg font-semibold">{t('discountCardAddTitle')}</h3>
      {refusal && <Notice>{refusal}</Notice>}
      <KindField types={types} type={type} onChoose={setTypeId} />
      <CodeField
        {...digits('cardNumber')}
        label={t('discountCardNumber')}
        hint={t('discountCardNumberHint', { count: type.numberLength })}
        length={type.numberLength}
      />
      <CodeField
        {...digits('pin')}
        type="password"
        label={t('discountCardPin')}
        length={type.pinLength}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('discountCardAdd')}
        </Button>
        <DoneNote>{isSent ? t('discountCardAdded') : ''}</DoneNote>
      </div>
    </form>
  )
}

interface KindFieldProps {
  readonly types: readonly DiscountCardTypeView[]
  readonly type: DiscountCardTypeView
  readonly onChoose: (typeId: number) => void
}

function KindField({ types, type, onChoose }: KindFieldProps) {
  const t = useTexts()
  const locale = useLocale()
  const percent = String(type.percent)
  return (
    <Select
      label={t('discountCardKind')}
      hint={t('discountCardTakesOff', { percent, amount: formatMoney(locale, type.discountMax) })}
      value={type.typeId}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {types.map(({ typeId, name }) => (
        <option key={typeId} value={typeId}>
          {name}
        </option>
      ))}
    </Select>
  )
}
