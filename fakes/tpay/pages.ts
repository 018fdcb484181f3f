import type { MessageKey } from './page-frame.ts'
import { html } from '../html.ts'
import { otherLanguageUrl, writeAmount, writeTime, type PageLanguage } from '../shared/pages.ts'
import { framePage, translate } from './page-frame.ts'
import type { Payment } from './protocol.ts'
import type { TestCard } from './test-cards.ts'
import { spacedCardNumber, testCards } from './test-cards.ts'

function isMischief(card: TestCard): boolean {
  return card.outcome.kind === 'approve' && card.outcome.misbehaviour !== undefined
}

/** The page for entering the card. */
export function payPage(payment: Payment, language: PageLanguage): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const amount = writeAmount(payment.requestedMinor, payment.requestedCurrency)
  const path = `/pay/${payment.payId}`
  const action = `${path}?lang=${language.toLowerCase()}`
  const cardList = (cards: readonly TestCard[]) =>
    html` <form method="post" action="${action}">
      <ul class="cards">
        ${cards.map(
          (card) =>
            html`<li>
              <button name="number" value="${card.number}">
                <span>${spacedCardNumber(card.number)}</span> ${t(card.label as MessageKey)}
              </button>
            </li>`,
        )}
      </ul>
    </form>`
  const body = html` <section>
      <h1>${t('payTitle')}</h1>
      <p class="due"><span>${t('amountDue')}</span> <strong>${amount}</strong></p>
      ${payment.description ? html`<p class="soft">${payment.description}</p>` : html``}
      ${payment.merchantPaymentId ? html`<p class="soft">${t('orderNumber')}: ${payment.merchantPaymentId}</p>` : html``}
      <p class="soft">${t('sessionEnds', { time: writeTime(payment.expiresAt) })}</p>
      <form method="post" action="${action}" autocomplete="off">
        <label
          >${t('cardNumber')}<input
            name="number"
            inputmode="numeric"
            required
            maxlength="23"
            pattern="[0-9 \\-]{12,23}"
            placeholder="4000 0000 0001 0001"
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
              placeholder="123"
          /></label>
        </div>
        <label>${t('cardHolder')}<input name="holder" maxlength="60" /></label>
        <button>${t('payButton', { amount })}</button>
      </form>
      <form method="post" action="${path}/abandon">
        <button class="plain">${t('abandonButton')}</button>
      </form>
    </section>
    <section>
      <h2>${t('quickTitle')}</h2>
      <p class="soft">${t('quickHint')}</p>
      ${cardList(testCards.filter((card) => !isMischief(card)))}
      <details>
        <summary>${t('mischiefTitle')}</summary>
        ${cardList(testCards.filter(isMischief))}
      </details>
    </section>`
  return framePage({
    language,
    title: t('payTitle'),
    switchUrl: otherLanguageUrl(path, language),
    body,
  })
}

/** The 3-D Secure page for the one-time code of the issuing bank. */
export function challengePage(payment: Payment, language: PageLanguage, wrong: boolean): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const path = `/pay/${payment.payId}/challenge`
  const action = `${path}?lang=${language.toLowerCase()}`
  const tries = String(payment.challenge?.triesLeft ?? 0)
  const body = html` <section>
    <h1>${t('challengeTitle')}</h1>
    <p class="due">
      <span>${t('amountDue')}</span>
      <strong>${writeAmount(payment.requestedMinor, payment.requestedCurrency)}</strong>
    </p>
    <p>${t('challengeText', { card: payment.cardMask ?? '' })}</p>
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
    <form method="post" action="${action}">
      <button class="plain" name="giveUp" value="yes">${t('challengeGiveUp')}</button>
    </form>
  </section>`
  return framePage({
    language,
    title: t('challengeTitle'),
    switchUrl: otherLanguageUrl(path, language),
    body,
  })
}

/** The outcome of the payment, with the link back to the shop. */
export function resultPage(payment: Payment, language: PageLanguage): string {
  const t = (key: MessageKey) => translate(language, key)
  const [heading, text] = resultTexts(payment)
  const body = html` <section>
    <h1 class="${payment.status}">${t(heading)}</h1>
    <p>${t(text)}</p>
    <p class="soft">${t('amountDue')}: ${writeAmount(payment.amountMinor, payment.currency)}</p>
    <a class="button" href="${payment.returnUrl}">${t('returnButton')}</a>
    <p class="soft">${t('returnSoon')}</p>
  </section>`
  return framePage({
    language,
    title: t(heading),
    switchUrl: otherLanguageUrl(`/pay/${payment.payId}`, language),
    head: html`<meta http-equiv="refresh" content="4; url=${payment.returnUrl}" />`,
    body,
  })
}

function resultTexts(payment: Payment): [MessageKey, MessageKey] {
  switch (payment.status) {
    case 'Succeeded':
    case 'WaitingConfirm':
    case 'PaymentCompletionProcessing':
      return ['resultSucceeded', 'resultSucceededText']
    case 'Failed':
      return payment.resultCode === 'decline_not_sufficient_funds'
        ? ['resultFailed', 'resultFailedFunds']
        : ['resultFailed', 'resultFailedText']
    case 'Expired':
      return ['resultExpired', 'resultExpiredText']
    case 'Returned':
    case 'PartialReturned':
    case 'CancelPaymentProcessing':
      return ['resultReturned', 'resultReturnedText']
    case 'Created':
    case 'Processing':
      return ['resultProcessing', 'resultProcessingText']
  }
}
