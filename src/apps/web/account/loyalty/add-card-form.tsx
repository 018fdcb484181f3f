import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { DoneNote } from '#modules/accounts/web/account/panel.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { useAction } from '#modules/accounts/web/use-action.ts'
import { useSubmit, type Problems } from '#modules/accounts/web/use-submit.ts'
import { discountCardsAdd, type DiscountCardTypeView } from '#modules/membership/contract.ts'

type Field = 'cardNumber' | 'pin'
const nothing = { cardNumber: '', pin: '' }

/** A card is known by whose it is, its number and its PIN. */
export function AddCardForm({ types }: { types: readonly DiscountCardTypeView[] }) {
  const t = useTexts()
  const locale = useLocale()
  const action = useAction()
  const [typeId, setTypeId] = useState(types[0]?.typeId ?? 0)
  const [values, setValues] = useState(nothing)
  const [isAdded, setAdded] = useState(false)
  const type = types.find((each) => each.typeId === typeId) ?? types[0]
  const { form, isWaiting, problems, refusal, forget } = useSubmit<Field>({
    check() {
      const found: Problems<Field> = {}
      if (type && values.cardNumber.length !== type.numberLength)
        found.cardNumber = t('discountCardNumberWrong', { count: type.numberLength })
      if (type && values.pin.length !== type.pinLength)
        found.pin = t('discountCardPinWrong', { count: type.pinLength })
      return found
    },
    async send() {
      const query = { ...values, discountCardType: typeId }
      await browserClient(locale).send(discountCardsAdd, { query })
      setValues(nothing)
      setAdded(true)
      await action.run(() => Promise.resolve())
      return 'stay'
    },
  })
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: problems[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    className: 'figures',
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value.replaceAll(/\D/g, '') })
      setAdded(false)
      forget(name)
    },
  })
  if (!type) return null
  return (
    <form {...form} method="post" className="max-w-[30rem] space-y-4">
      <h3 className="text-lg font-semibold">{t('discountCardAddTitle')}</h3>
      {refusal && <Notice>{refusal}</Notice>}
      <KindField types={types} type={type} onChoose={setTypeId} />
      <TextField
        {...field('cardNumber')}
        label={t('discountCardNumber')}
        hint={t('discountCardNumberHint', { count: type.numberLength })}
        maxLength={type.numberLength}
      />
      <TextField
        {...field('pin')}
        type="password"
        label={t('discountCardPin')}
        maxLength={type.pinLength}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('discountCardAdd')}
        </Button>
        <DoneNote>{isAdded ? t('discountCardAdded') : ''}</DoneNote>
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
    <div>
      <label className="block font-semibold">
        {t('discountCardKind')}
        <select
          value={type.typeId}
          className="field mt-1.5 font-normal"
          onChange={(event) => onChoose(Number(event.target.value))}
        >
          {types.map(({ typeId, name }) => (
            <option key={typeId} value={typeId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p className="figures mt-1.5 text-note text-soft">
        {t('discountCardTakesOff', { percent, amount: formatMoney(locale, type.discountMax) })}
      </p>
    </div>
  )
}
