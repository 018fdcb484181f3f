import { z } from 'zod'
import { paymentProvider } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Result } from '#kernel/result.ts'
import type {
  Answer,
  ChargeRequest,
  CreateRequest,
  PaymentProvider,
  ProviderPayment,
  ReportedTransaction,
} from '../provider.ts'
import { currencyOf, validUntilOf, toProviderPayment, type GcTransaction } from './bank-mappers.ts'
import { GcClient, type GcClientOptions } from './client.ts'
import {
  readPublicKey,
  readSignedCall,
  type ArrivedCall,
  type CallerKeys,
  type CallRefusal,
} from './signed-call.ts'
import { findElements, readText, type ReadElement } from './xml.ts'

export interface GcOptions extends GcClientOptions {
  /** Which of its pages the bank shows. */
  readonly pageId: string
  /** The account that receives the money. */
  readonly accountId: string
  /** How calls of the bank are authenticated. */
  readonly caller: CallerKeys
}

/** The bank's check before it takes money: is this payment still valid? */
export interface GcCheck {
  readonly trxId: string
  readonly paymentId: string
  /** The amount sent by the buyer's browser, in minor units; null when it cannot be parsed. */
  readonly amountMinor: number | null
}

/** The bank's side of gc that calls us, and the ids it must name. */
export interface GcCaller {
  readonly merchantId: string
  readonly accountId: string
  /** The parameters of a call that is truly the bank's. */
  read(arrived: ArrivedCall): Result<ReadonlyMap<string, string>, CallRefusal>
}

export interface Gc {
  readonly provider: PaymentProvider
  readonly caller: GcCaller
}

/**
 * Georgian Card's payment gateway. The buyer is redirected to the bank with our payment id among the order
 * parameters; the bank then calls us twice, signed: to ask whether and how much to charge (check), and to report the
 * outcome (register). The status of a payment is the bank's list of transactions by our id; one payment may have
 * several.
 */
export function createGc(options: GcOptions): Gc {
  const client = new GcClient(options)
  const { merchantId, accountId, caller } = options
  const publicKey = readPublicKey(caller.certificate)
  const provider: PaymentProvider = {
    number: paymentProvider.gc,
    name: 'gc',
    currencies: ['GEL'],
    sessionMinutesMax: 12,
    isPush: false,
    async create(request) {
      // No request is made here: the bank learns of the payment when the buyer arrives.
      const approvalUrl = startUrl(options, request)
      return { kind: 'answered', value: { externalId: request.paymentId, approvalUrl } }
    },
    read: (externalId) => read(client, externalId),
    refund: (externalId, amountMinor) => refund(client, externalId, amountMinor),
    // The API cannot delete a saved card; without the token nothing can be charged.
    forgetCard: async () => ({ kind: 'answered', value: null }),
    charge: (request) => charge(client, options, request),
    async find(paymentId) {
      const answer = await listByPayment(client, paymentId)
      if (answer.kind !== 'answered') return answer
      return { kind: 'answered', value: counted(answer.value)?.trxId ?? null }
    },
    report: (from, to) => readReport(client, from, to),
  }
  const readCall = (arrived: ArrivedCall) => readSignedCall(arrived, { ...caller, publicKey })
  return { provider, caller: { merchantId, accountId, read: readCall } }
}

type StartRequest = Pick<CreateRequest, 'paymentId' | 'amount' | 'returnUrl'> & {
  readonly locale?: Locale
}

/** Address of the bank's page. The buyer can change it, so the check uses only our id from it. */
function startUrl({ url, merchantId, pageId }: GcOptions, request: StartRequest): string {
  const address = new URL(`${url}/payment/start.wsm`)
  const parameters = {
    lang: request.locale === 'en' ? 'EN' : 'KA',
    merch_id: merchantId,
    page_id: pageId,
    back_url_s: request.returnUrl,
    back_url_f: request.returnUrl,
    preauth: 'N',
    'o.payment_id': request.paymentId,
    'o.amount': String(request.amount.amount),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/**
 * Charges a saved card: we request the same address from the server; the bank calls us back (check), receives the
 * token, and reports the outcome (register) before it answers. A payment's token is released only once.
 */
async function charge(
  client: GcClient,
  options: GcOptions,
  request: ChargeRequest,
): Promise<Answer<{ readonly externalId: string }>> {
  const { paymentId, amount, callbackUrl } = request
  const answer = await client.open(startUrl(options, { paymentId, amount, returnUrl: callbackUrl }))
  return answer.kind === 'answered'
    ? { kind: 'answered', value: { externalId: paymentId } }
    : answer
}

const ourId = z.uuid()

/** By our own id until money was taken, by the bank's from then on. */
async function read(client: GcClient, externalId: string): Promise<Answer<ProviderPayment>> {
  const answer = ourId.safeParse(externalId).success
    ? await listByPayment(client, externalId)
    : await list(client, 'session', { trx_id: externalId })
  if (answer.kind !== 'answered') return answer
  const transaction = counted(answer.value)
  if (!transaction) return { kind: 'answered', value: notBegun }
  const value = toProviderPayment(transaction)
  return value
    ? { kind: 'answered', value }
    : { kind: 'unknown', detail: `Money in currency ${transaction.currency}` }
}

/** The buyer has not reached the bank yet, or left before the bank's check. */
const notBegun: ProviderPayment = {
  state: 'pending',
  currency: 'GEL',
  capturedMinor: 0,
  returnedMinor: 0,
  isReturning: false,
  failureCode: null,
  card: null,
  paymentId: null,
}

/** The transaction that decides a payment: the first that took money, else one still open, else the last. */
function counted(transactions: readonly GcTransaction[]): GcTransaction | undefined {
  return (
    transactions.find((each) => each.resultCode === '1') ??
    transactions.find((each) => each.resultCode === null) ??
    transactions.at(-1)
  )
}

/** Refunds name the transaction and the card network's reference of it. */
async function refund(
  client: GcClient,
  externalId: string,
  amountMinor: number,
): Promise<Answer<null>> {
  const listed = await list(client, 'session', { trx_id: externalId })
  if (listed.kind !== 'answered') {
    // No refund was requested yet.
    return { kind: 'refused', code: 'no-session', detail: listed.detail }
  }
  const rrn = listed.value[0]?.rrn ?? null
  if (rrn === null) return { kind: 'refused', code: 'no-rrn', detail: 'It took no money' }
  const parameters = { trx_id: externalId, 'p.rrn': rrn, amount: String(amountMinor) }
  const answer = await client.ask('refund', parameters)
  return answer.kind === 'answered' ? { kind: 'answered', value: null } : answer
}

function listByPayment(client: GcClient, paymentId: string) {
  return list(client, 'session', { 'o.payment_id': paymentId })
}

async function list(
  client: GcClient,
  name: 'session' | 'report',
  parameters: Record<string, string>,
): Promise<Answer<readonly GcTransaction[]>> {
  const answer = await client.ask(name, parameters)
  if (answer.kind !== 'answered') return answer
  const transactions = findElements(answer.value, 'transaction').map(readTransaction)
  const known = transactions.filter((each) => each !== null)
  return known.length === transactions.length
    ? { kind: 'answered', value: known }
    : { kind: 'unknown', detail: 'A transaction cannot be read' }
}

function readTransaction(element: ReadElement): GcTransaction | null {
  const field = (name: string): string | null => readText(element, name) || null
  const trxId = field('trx-id')
  const amountMinor = wholeNumber(field('amount'))
  const returnedMinor = wholeNumber(field('returned'))
  const at = new Date(field('at') ?? '')
  if (trxId === null || amountMinor === null || returnedMinor === null) return null
  if (Number.isNaN(at.getTime())) return null
  const ref = field('card-ref')
  return {
    trxId,
    paymentId: field('merchant-trx'),
    resultCode: field('result-code'),
    extendedCode: field('ext-result-code'),
    amountMinor,
    currency: field('currency') ?? '',
    returnedMinor,
    rrn: field('rrn'),
    card:
      ref === null
        ? null
        : {
            token: trxId,
            mask: field('masked-pan') ?? '',
            goodUntil: validUntilOf(field('card-expiry')),
          },
    at,
  }
}

/** A whole number of minor units as the bank writes them; null when it is none. */
export function wholeNumber(text: string | null | undefined): number | null {
  return /^\d{1,12}$/.test(text ?? '') ? Number(text) : null
}

async function readReport(
  client: GcClient,
  from: Date,
  to: Date,
): Promise<Answer<readonly ReportedTransaction[]>> {
  const span = { from: from.toISOString(), to: to.toISOString() }
  const answer = await list(client, 'report', span)
  if (answer.kind !== 'answered') return answer
  return {
    kind: 'answered',
    value: answer.value.map((each) => ({
      externalId: each.trxId,
      paymentId: each.paymentId,
      currency: currencyOf(each.currency) ?? each.currency,
      capturedMinor: each.resultCode === '1' ? each.amountMinor : 0,
      returnedMinor: each.returnedMinor,
      at: each.at,
    })),
  }
}
