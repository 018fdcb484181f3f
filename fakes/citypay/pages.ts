import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Html } from '../html.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import {
  createPages,
  languageOf,
  otherLanguageUrl,
  pageHeaders,
  writeAmount,
  writeTime,
  type PageLanguage,
} from '../shared/pages.ts'
import type { Act, PaymentService } from './payment-service.ts'
import en from './messages/en.json' with { type: 'json' }
import ka from './messages/ka.json' with { type: 'json' }
import { exchangeRate, type Misbehaviour, type Order } from './protocol.ts'

type MessageKey = keyof typeof en

const { translate, framePage, plainPage } = createPages<MessageKey>(
  { KA: ka, EN: en },
  { light: '#5b3fc4', dark: '#b9a6ff', onDark: '#1a0f45' },
)

/** A button of the page: the buyer's act and the faults that go with it. */
interface Choice {
  readonly name: string
  readonly label: MessageKey
  readonly act: Act
  readonly misbehaviour?: Misbehaviour
}

const choices: readonly Choice[] = [
  { name: 'exact', label: 'sendExact', act: 'send' },
  { name: 'less', label: 'sendLess', act: 'send-less' },
  { name: 'more', label: 'sendMore', act: 'send-more' },
  { name: 'end', label: 'endNow', act: 'expire' },
]
const mischief: readonly Choice[] = [
  { name: 'slow', label: 'sendSlow', act: 'send', misbehaviour: { confirmAfterMs: 20_000 } },
  { name: 'late', label: 'sendLate', act: 'send', misbehaviour: { callbackDelayMs: 30_000 } },
  { name: 'twice', label: 'sendTwice', act: 'send', misbehaviour: { callbackCopies: 3 } },
  { name: 'lost', label: 'sendLost', act: 'send', misbehaviour: { callbackLost: true } },
]

type Shape = { Params: { token: string }; Querystring: { lang?: string } }

/** Adds the payment page with the address to transfer to. */
export function addPages(
  server: FastifyInstance,
  service: PaymentService,
  faults: FaultRegistry<Misbehaviour>,
): void {
  server.get<{ Querystring: { lang?: string } }>('/', async (request, reply) =>
    show(reply, plainPage(languageOf(request.query.lang, 'KA'), 'bankName', 'homeText', '/')),
  )
  server.get<Shape>('/pay/:token', async (request, reply) => {
    const order = service.get(request.params.token)
    if (!order) return notFound(request, reply)
    const language = languageOf(request.query.lang, order.language)
    if (order.status === 'CONFIRMED') return reply.redirect(order.successUrl, 303)
    if (order.status === 'EXPIRED' || order.status === 'CANCELED')
      return reply.redirect(order.cancelUrl, 303)
    if (order.confirmsAt !== null) return show(reply, waitPage(order, language))
    return show(reply, payPage(order, language))
  })
  server.post<Shape>('/pay/:token', async (request, reply) => {
    const order = service.get(request.params.token)
    if (!order) return notFound(request, reply)
    const { choice = '' } = (request.body ?? {}) as Record<string, string>
    if (choice === 'leave') return reply.redirect(order.cancelUrl, 303)
    if (choice === 'rest') service.act(order, 'send-rest')
    const chosen = [...choices, ...mischief].find(({ name }) => name === choice)
    if (chosen?.misbehaviour) faults.add(chosen.misbehaviour, order.token)
    if (chosen) service.act(order, chosen.act)
    const language = languageOf(request.query.lang, order.language)
    return reply.redirect(`/pay/${order.token}?lang=${language.toLowerCase()}`, 303)
  })
}

function payPage(order: Order, language: PageLanguage): string {
  const t = (key: MessageKey, values?: Record<string, string>) => translate(language, key, values)
  const path = `/pay/${order.token}`
  const left = order.amountMinor - order.receivedMinor
  const coins = (left / 100 / exchangeRate).toFixed(2)
  const isBegun = order.receivedMinor > 0
  const rest: Choice = { name: 'rest', label: 'sendRest', act: 'send-rest' }
  const offered = isBegun ? [rest, ...choices.slice(3)] : choices
  const button = ({ name, label }: Choice): Html =>
    html`<li><button name="choice" value="${name}">${t(label)}</button></li>`
  const body = html`<section>
      <h1>${t('payTitle')}</h1>
      <p class="due">
        <span>${t('amountDue')}</span> <strong>${writeAmount(left, order.currency)}</strong>
      </p>
      <p class="soft">${t('inCoins', { coins })}</p>
      ${isBegun ? html`<p class="wrong" role="status">${t('arrived', { amount: writeAmount(order.receivedMinor, order.currency) })}</p>` : html``}
      <p class="soft">${t('sendTo')}</p>
      <p>${order.address}</p>
      <p class="soft">${t('sessionEnds', { time: writeTime(order.expiresAt) })}</p>
      <form method="post" action="${path}">
        <button class="plain" name="choice" value="leave">${t('leaveButton')}</button>
      </form>
    </section>
    <section>
      <h2>${t('quickTitle')}</h2>
      <form method="post" action="${path}?lang=${language.toLowerCase()}">
        <ul class="cards">
          ${offered.map(button)}
        </ul>
        <details>
          <summary>${t('mischiefTitle')}</summary>
          <ul class="cards">
            ${mischief.map(button)}
          </ul>
        </details>
      </form>
    </section>`
  const switchUrl = otherLanguageUrl(path, language)
  return framePage({ language, title: t('payTitle'), switchUrl, body })
}

/** The page shown while the network confirms the transfer. */
function waitPage(order: Order, language: PageLanguage): string {
  const body = html`<section>
    <h1>${translate(language, 'confirmingTitle')}</h1>
    <p>${translate(language, 'confirmingText')}</p>
    <a class="button" href="${order.successUrl}">${translate(language, 'returnButton')}</a>
  </section>`
  return framePage({
    language,
    title: translate(language, 'confirmingTitle'),
    switchUrl: otherLanguageUrl(`/pay/${order.token}`, language),
    head: html`<meta http-equiv="refresh" content="1" />`,
    body,
  })
}

function notFound(request: FastifyRequest<Shape>, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.query.lang, 'KA')
  return show(reply, plainPage(language, 'notFound', 'notFoundText', '/'), 404)
}

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(page)
}
