import { html } from '../html.ts'
import { createPages, otherLanguageUrl, writeAmount, type PageLanguage } from '../shared/pages.ts'
import tpayEn from '../tpay/messages/en.json' with { type: 'json' }
import tpayKa from '../tpay/messages/ka.json' with { type: 'json' }
import { spacedCardNumber, testCards } from '../tpay/test-cards.ts'
import en from './messages/en.json' with { type: 'json' }
import ka from './messages/ka.json' with { type: 'json' }
import type { Transaction } from './protocol.ts'

type MessageKey = keyof typeof en | keyof typeof tpayEn

const { translate, framePage, plainPage } = createPages<MessageKey>(
  { KA: { ...tpayKa, ...ka }, EN: { ...tpayEn, ...en } },
  { light: '#a13f12', dark: '#ffb38a', onDark: '#3a1400' },
)
export { plainPage }

/** The page for entering the card. */
export function payPage(transaction: Transaction, language: PageLanguage): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const amount = writeAmount(transaction.requestedMinor, transaction.requestedCurrency)
  const path = `/pay/${transaction.trxId}`
  const action = `${path}?lang=${language.toLowerCase()}`
  const body = html` <section>
      <h1>${t('payTitle')}</h1>
      <p class="due"><span>${t('amountDue')}</span> <strong>${amount}</strong></p>
      <p class="soft">${transaction.description}</p>
      <form method="post" action="${action}" autocomplete="off">
        <label
          >${t('cardNumber')}<input
            name="number"
            inputmode="numeric"
            required
            maxlength="23"
            pattern="[0-9 \\-]{12,23}"
        /></label>
        <div class="pair">
          <label
            >${t('cardExpiry')}<input
              name="expiry"
              inputmode="numeric"
              required
              maxlength="7"
              pattern="(0[1-9]|1[0-2]) ?/? ?[0-9]{2}"
              placeholder="12/30"
          /></label>
          <label
            >${t('cardCode')}<input
              name="cvc"
              inputmode="numeric"
              required
              maxlength="4"
              pattern="[0-9]{3,4}"
          /></label>
        </div>
        <button>${t('payButton', { amount })}</button>
      </form>
      <form method="post" action="${path}/leave">
        <button class="plain">${t('leaveButton')}</button>
      </form>
    </section>
    <section>
      <h2>${t('quickTitle')}</h2>
      <p class="soft">${t('quickHint')}</p>
      <form method="post" action="${action}">
        <ul class="cards">
          ${testCards.map(
            (card) =>
              html`<li>
                <button name="number" value="${card.number}">
                  <span>${spacedCardNumber(card.number)}</span> ${t(card.label as MessageKey)}
                </button>
              </li>`,
          )}
        </ul>
      </form>
    </section>`
  return framePage({
    language,
    title: t('payTitle'),
    switchUrl: otherLanguageUrl(path, language),
    body,
  })
}

/** The 3-D Secure page for the one-time code of the issuing bank. */
export function challengePage(
  transaction: Transaction,
  language: PageLanguage,
  wrong: boolean,
): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const path = `/pay/${transaction.trxId}/challenge`
  const action = `${path}?lang=${language.toLowerCase()}`
  const tries = String(transaction.challenge?.triesLeft ?? 0)
  const body = html` <section>
    <h1>${t('challengeTitle')}</h1>
    <p>${t('challengeText', { card: transaction.cardMask ?? '' })}</p>
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
      ${wrong ? html`<p class="wrong" role="alert">${t('challengeWrong', { tries })}</p>` : html``}
      <button>${t('challengeButton')}</button>
    </form>
    <form method="post" action="/pay/${transaction.trxId}/leave">
      <button class="plain">${t('challengeGiveUp')}</button>
    </form>
  </section>`
  return framePage({
    language,
    title: t('challengeTitle'),
    switchUrl: otherLanguageUrl(path, language),
    body,
  })
}

/** The page shown if the shop has refused the payment. */
export function refusedPage(transaction: Transaction, language: PageLanguage): string {
  const t = (key: MessageKey) => translate(language, key)
  return framePage({
    language,
    title: t('refusedTitle'),
    switchUrl: otherLanguageUrl(`/pay/${transaction.trxId}`, language),
    body: html`<section>
      <h1>${t('refusedTitle')}</h1>
      <p>${t('refusedText')}</p>
      <a class="button" href="${transaction.backUrlFailure}">${t('returnButton')}</a>
    </section>`,
  })
}
