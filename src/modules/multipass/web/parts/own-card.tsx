import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { OwnCardView } from '../../contract.ts'
import { groupedNumber } from '../passes-data.ts'
import { useTexts } from '../texts.ts'
import { CardState } from './card-state.tsx'
import { usePassPurchase } from './product-card.tsx'

const entryTexts = {
  issued: 'entryIssued',
  'topped-up': 'entryToppedUp',
  used: 'entryUsed',
  returned: 'entryReturned',
  door: 'entryDoor',
  'door-undone': 'entryDoorUndone',
} as const

/** A card of the visitor with its number, remaining uses and history. */
export function OwnCard({ card }: { card: OwnCardView }) {
  const t = useTexts()
  const locale = useLocale()
  const { buy, isWaiting, refusal } = usePassPurchase()
  const { topUp } = card.product
  // Uses that nobody could use are not sold.
  const isUsable = card.state !== 'ended' && card.state !== 'expired'
  return (
    <Panel
      title={`${card.product.name} ${card.shortNumber}`}
      note={<span className="figures select-all">{groupedNumber(card.cardNumber)}</span>}
    >
      <CardState card={card} />
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {topUp && isUsable && (
          <Button
            look="quiet"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => void buy({ cardNumber: card.cardNumber })}
          >
            {t('addUses', { uses: topUp.uses, price: formatMoney(locale, topUp.price) })}
          </Button>
        )}
        <LocalLink
          to={card.orderNumber ? `/account/orders/${card.orderNumber}` : '/account/received'}
          className="link"
        >
          {t('ticketOfPass')}
        </LocalLink>
      </div>
      <ol className="mt-5 divide-y divide-rule border-t border-rule">
        {card.history.map((entry) => (
          <li
            key={`${entry.at} ${entry.kind} ${entry.left}`}
            className="flex flex-wrap gap-x-4 py-2"
          >
            <When at={entry.at} className="text-soft" />
            <span className="grow">
              {t(entryTexts[entry.kind])}
              {entry.item && `: ${entry.item}`}
            </span>
            <Dotted
              className="figures"
              facts={[
                entry.uses > 0 ? `+${entry.uses}` : `−${-entry.uses}`,
                t('left', { left: entry.left }),
              ]}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
