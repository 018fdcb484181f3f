import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { formatMoney } from '#kernel/format.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import type { DiscountCardTypeView, DiscountCardView } from '#modules/membership/contract.ts'
import { AddCardForm } from './add-card-form.tsx'
import { useRemoval } from './use-removal.ts'

export interface DiscountCards {
  readonly cards: readonly DiscountCardView[]
  /** Card types that are currently accepted. */
  readonly types: readonly DiscountCardTypeView[]
}

/** The customer's discount cards of other companies, and a form for adding one. */
export function DiscountCardsPanel(props: { discounts: DiscountCards; userId: string }) {
  const { cards, types } = props.discounts
  const t = useTexts()
  const { removing, remove, undo, refusal } = useRemoval(props.userId)
  const shown = cards.filter(({ cardNumber }) => cardNumber !== removing?.cardNumber)
  return (
    <Panel title={t('discountCardsTitle')} note={<p>{t('discountCardsNote')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      {removing && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-5 rounded-lg bg-sunk px-4 py-2">
          <output className="figures">
            {t('discountCardRemoved', { name: nameOf(removing) })}
          </output>
          <button type="button" className="link min-h-11 font-semibold" onClick={undo}>
            {t('undo')}
          </button>
        </div>
      )}
      {cards.length === 0 && <p className="mb-4">{t('discountCardsNone')}</p>}
      {shown.length > 0 && (
        <ul className="mb-5 border-t border-rule">
          {shown.map((card) => (
            <Card
              key={`${card.typeId} ${card.cardNumber}`}
              card={card}
              type={types.find(({ typeId }) => typeId === card.typeId)}
              onRemove={() => void remove(card)}
            />
          ))}
        </ul>
      )}
      {types.length === 0 ? (
        <p className="text-soft">{t('discountCardNoTypes')}</p>
      ) : (
        <AddCardForm types={types} />
      )}
    </Panel>
  )
}

function nameOf({ typeName, cardNumber }: DiscountCardView): string {
  return `${typeName} •••• ${cardNumber.slice(-4)}`
}

function Card(props: {
  readonly card: DiscountCardView
  readonly type: DiscountCardTypeView | undefined
  readonly onRemove: () => void
}) {
  const { card, type, onRemove } = props
  const t = useTexts()
  const locale = useLocale()
  const percent = String(card.percent)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 border-b border-rule py-3">
      <p className="figures min-w-0">
        <span className="font-semibold">{nameOf(card)}</span>
        <span className="block text-note text-soft">
          {type
            ? t('discountCardTakesOff', { percent, amount: formatMoney(locale, type.discountMax) })
            : t('discountCardPercent', { percent })}
        </span>
      </p>
      <button
        type="button"
        aria-label={t('passkeyRemoveNamed', { name: nameOf(card) })}
        className="link min-h-11"
        onClick={onRemove}
      >
        {t('passkeyRemove')}
      </button>
    </li>
  )
}
