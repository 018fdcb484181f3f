import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Panel } from '#design/parts/card.tsx'
import {
  authPaymentCardDelete,
  ownCardAdd,
  type SavedCardView,
} from '#modules/payments/contract.ts'

const brands = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const

/** Saved cards; only the last four digits are known here. */
export function CardsPanel({ cards }: { cards: readonly SavedCardView[] }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()

  const add = (): Promise<void> =>
    run(async () => {
      const body = { continueUrl: localizedPath(locale, '/account/wallet') }
      const { redirectUrl } = await browserClient(locale).send(ownCardAdd, { body })
      if (/^https?:\/\//.test(redirectUrl)) window.location.assign(redirectUrl)
    })
  const remove = (paymentcardid: string): Promise<void> =>
    run(() => browserClient(locale).send(authPaymentCardDelete, { params: { paymentcardid } }))

  return (
    <Panel title={t('cardsTitle')} note={<p>{t('cardsNote')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      {cards.length > 0 && (
        <ul className="mb-4 border-t border-rule">
          {cards.map(({ cardId, brand, lastFour, goodUntil }) => {
            const name = `${brand === 'other' ? t('cardOther') : brands[brand]} •••• ${lastFour}`
            return (
              <li
                key={cardId}
                className="flex flex-wrap items-center justify-between gap-x-5 border-b border-rule py-3"
              >
                <p className="figures">
                  <span className="font-semibold">{name}</span>
                  {goodUntil && (
                    <span className="block text-note text-soft">
                      {t('cardUntil', { date: goodUntil.split('-').toReversed().join('/') })}
                    </span>
                  )}
                </p>
                <button
                  type="button"
                  aria-label={t('passkeyRemoveNamed', { name })}
                  className="link min-h-11"
                  onClick={() => void remove(cardId)}
                >
                  {t('passkeyRemove')}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('topUpGoing')}
        onClick={() => void add()}
      >
        {t('cardAdd')}
      </Button>
    </Panel>
  )
}
