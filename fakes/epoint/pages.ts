import { html, type Html } from '../html.ts'
import {
  createPages,
  otherLanguageUrl,
  writeAmount,
  writeTime,
  type PageLanguage,
} from '../shared/pages.ts'
import type { Outcome } from './payment-service.ts'
import en from './messages/en.json' with { type: 'json' }
import ka from './messages/ka.json' with { type: 'json' }
import type { Misbehaviour, Payment } from './protocol.ts'

export type MessageKey = keyof typeof en

export const { translate, framePage, plainPage } = createPages<MessageKey>(
  { KA: ka, EN: en },
  { light: '#0a7a5a', dark: '#6fdcb4', onDark: '#04251a' },
)

/** A test card and its outcome; `label` is a message key of the page. */
export interface TestCard {
  readonly number: string
  readonly label: MessageKey
  readonly outcome: Outcome
  readonly misbehaviour?: Misbehaviour
}

const approve = 'approve'
/** The only cards that this fake accepts; any other number is declined, and no number is stored. */
export const testCards: readonly TestCard[] = [
  { number: '5100000000010001', label: 'cardApprove', outcome: approve },
  { number: '5100000000020000', label: 'cardNoFunds', outcome: 'insufficient-funds' },
  { number: '5100000000030009', label: 'cardDecline', outcome: 'decline' },
  { number: '5100000000040008', label: 'cardChallenge', outcome: 'challenge' },
  { number: '5100000000050007', label: 'cardChallengeFails', outcome: 'challenge-fails' },
  { number: '5100000000060006', label: 'cardSlow', outcome: 'slow' },
  {
    number: '5100000000110009',
    label: 'cardLate',
    outcome: approve,
    misbehaviour: { callbackDelayMs: 30_000 },
  },
  {
    number: '5100000000120008',
    label: 'cardTwice',
    outcome: approve,
    misbehaviour: { callbackCopies: 3 },
  },
  {
    number: '5100000000130007',
    label: 'cardLost',
    outcome: approve,
    misbehaviour: { callbackLost: true },
  },
  {
    number: '5100000000140006',
    label: 'cardForged',
    outcome: approve,
    misbehaviour: { callbackForged: true },
  },
  {
    number: '5100000000150005',
    label: 'cardContradiction',
    outcome: approve,
    misbehaviour: { failureAfterSuccess: true },
  },
  {
    number: '5100000000160004',
    label: 'cardOtherAmount',
    outcome: approve,
    misbehaviour: { approveAmountMinor: 1 },
  },
]

function cardList(cards: readonly TestCard[], action: string, language: PageLanguage): Html {
  return html`<form method="post" action="${action}">
    <ul class="cards">
      ${cards.map(
        (card) =>
          html`<li>
            <button name="number" value="${card.number}">
              <span>${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</span>
              ${translate(language, card.label)}
            </button>
          </li>`,
      )}
    </ul>
  </form>`
}

/** The page for entering the card. */
export function payPage(payment: Payment, language: PageLanguage): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const amount = writeAmount(payment.requestedMinor, payment.currency)
  const path = `/pay/${payment.transaction}`
  const action = `${path}?lang=${language.toLowerCase()}`
  const isMischief = (card: TestCard) => card.misbehaviour !== undefined
  const body = html`<section>
      <h1>${t('payTitle')}</h1>
      <p class="due"><span>${t('amountDue')}</span> <strong>${amount}</strong></p>
      <p class="soft">${payment.description}</p>
      <p class="soft">${t('sessionEnds', { time: writeTime(payment.expiresAt) })}</p>
      <form method="post" action="${action}" autocomplete="off">
        <label
          >${t('cardNumber')}<input
            name="number"
            inputmode="numeric"
            required
            maxlength="23"
            placeholder="5100 0000 0001 0001"
        /></label>
        <button>${t('payButton', { amount })}</button>
      </form>
      <form method="post" action="${path}/abandon">
        <button class="plain">${t('abandonButton')}</button>
      </form>
    </section>
    <section>
      <h2>${t('quickTitle')}</h2>
      <p class="soft">${t('quickHint')}</p>
      ${cardList(
        testCards.filter((card) => !isMischief(card)),
        action,
        language,
      )}
      <details>
        <summary>${t('mischiefTitle')}</summary>
        ${cardList(testCards.filter(isMischief), action, language)}
      </details>
    </section>`
  const switchUrl = otherLanguageUrl(path, language)
  return framePage({ language, title: t('payTitle'), switchUrl, body })
}

/** The 3-D Secure page for the one-time code of the issuing bank. */
export function challengePage(payment: Payment, language: PageLanguage): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const path = `/pay/${payment.transaction}`
  const action = `${path}/challenge?lang=${language.toLowerCase()}`
  const tries = String(payment.challenge?.triesLeft ?? 0)
  const body = html`<section>
    <h1>${t('challengeTitle')}</h1>
    <p>${t('challengeText')}</p>
    <form method="post" action="${action}">
      <label
        >${t('challengeCode')}<input
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          maxlength="8"
          autofocus
      /></label>
      <p class="soft">${t('challengeTries', { tries })}</p>
      <button>${t('challengeButton')}</button>
    </form>
  </section>`
  const switchUrl = otherLanguageUrl(path, language)
  return framePage({ language, title: t('challengeTitle'), switchUrl, body })
}
