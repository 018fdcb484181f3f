/** Data and actions of the queue page without scripts, with forms only. */
import { redirect } from 'react-router'
import { CallError } from '#contract/client.ts'
import type { ServerCalls } from '#design/data/server-calls.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import { ownShowPage } from '#modules/catalogue/contract.ts'
import { initializeOrder, unreserve } from '#modules/orders/contract.ts'
import { checkout, checkoutDetails, type CheckoutView } from '#modules/orders/checkout-contract.ts'
import { createPayment } from '#modules/orders/pay-contract.ts'
import {
  queueJoin,
  queueLeave,
  queueSendOtp,
  queueShowsGet,
  queueValidateOtp,
  type QueueView,
} from '#modules/queue/contract.ts'
import { reserveRandom } from '../contract.ts'

const placeSeconds = 86_400

/** A date with tickets on sale. */
export interface PlainDate {
  readonly eventId: number
  readonly fromDate: string
  readonly timeZone: string
  readonly venueName: string
  /** In major units of the currency. */
  readonly minPrice: number
  readonly currency: Currency
}

export interface PlainQueue {
  readonly view: QueueView
  /** The token of an admitted visitor, for pages that need scripts. */
  readonly token: string | null
  /** Empty before admission. */
  readonly dates: readonly PlainDate[]
  /** The order held by the admitted visitor. */
  readonly order: CheckoutView['order'] | null
  /** Id of the code that was sent and has to be entered. */
  readonly codeId: string | null
}

/** The result of a form if the page is shown again. */
export interface PlainOutcome {
  readonly problem: string | null
  readonly code: string | null
  readonly bankUrl: string | null
}

/** A visitor's token without scripts is in a cookie specific to the show. */
const cookieOf = (showId: number): string => `queue-${showId}`

export function placeOf(request: Request, showId: number): string | undefined {
  const name = `${cookieOf(showId)}=`
  const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/)
  return cookies.find((each) => each.startsWith(name))?.slice(name.length) || undefined
}

/** Data of the page; reading it only records that the visitor is still waiting. */
export async function readPlainQueue(
  calls: ServerCalls,
  request: Request,
  showId: number,
): Promise<PlainQueue> {
  const token = placeOf(request, showId)
  const { searchParams } = new URL(request.url)
  const orderKey = searchParams.get('order')
  const first = searchParams.get('first')
  const query = {
    showId,
    ...(token !== undefined && { waitingRoomToken: token }),
    // Set by a link that is hidden from people.
    ...(first !== null && { first: first.slice(0, 20) }),
  }
  const view = await calls.send(queueShowsGet, { query })
  const isIn = view.state === 'Admitted' || view.state === 'Open'
  const order = orderKey === null || !isIn ? null : await ownOrder(calls, orderKey)
  return {
    view,
    token: isIn ? (token ?? null) : null,
    dates: isIn && !order ? await datesOf(calls, view) : [],
    order,
    codeId: searchParams.get('code'),
  }
}

async function ownOrder(calls: ServerCalls, orderKey: string) {
  try {
    return (await calls.send(checkoutDetails, { query: { orderKey } })).order
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

async function datesOf(calls: ServerCalls, { pagePath }: QueueView): Promise<PlainDate[]> {
  const slug = pagePath?.split('/').at(-1)
  if (!slug) return []
  const { show } = await calls.send(ownShowPage, { query: { slug } })
  return show.events
    .filter(({ isSoldOut, saleState }) => !isSoldOut && saleState === 'OnSale')
    .map(({ eventId, fromDate, timeZone, venueName, minPrice, currency }) => ({
      eventId,
      fromDate,
      timeZone,
      venueName,
      minPrice,
      currency,
    }))
}

type Act = (deed: {
  readonly calls: ServerCalls
  readonly form: FormData
  readonly showId: number
  readonly token: string | undefined
  /** The page's own address, with a query. */
  readonly back: (query?: string, cookie?: string) => Response
}) => Promise<Response | PlainOutcome>

const acts: Readonly<Record<string, Act>> = {
  async join({ calls, form, showId, token, back }) {
    const body = {
      showId,
      waitingRoomToken: token,
      phonePass: textOf(form, 'phonePass'),
      // A field hidden from people; only programs fill it in.
      website: textOf(form, 'website'),
    }
    const { waitingRoomToken } = await calls.send(queueJoin, { body })
    return back('', waitingRoomToken === null ? undefined : cookie(showId, waitingRoomToken))
  },
  /** The place that a browser with scripts took on the page of an event. */
  async keep({ calls, form, showId, back }) {
    const waitingRoomToken = textOf(form, 'token') ?? ''
    const { state } = await calls.send(queueShowsGet, { query: { showId, waitingRoomToken } })
    const isHeld = state === 'Waiting' || state === 'Admitted'
    return back('', isHeld ? cookie(showId, waitingRoomToken) : undefined)
  },
  async phone({ calls, form, showId, back }) {
    const body = { showId, phone: textOf(form, 'phone') ?? '' }
    const { codeId } = await calls.send(queueSendOtp, { body })
    return back(`?code=${codeId}`)
  },
  async code({ calls, form, ...rest }) {
    const { showId } = rest
    const body = { showId, codeId: textOf(form, 'codeId') ?? '', code: textOf(form, 'code') ?? '' }
    const { phonePass } = await calls.send(queueValidateOtp, { body })
    form.set('phonePass', phonePass)
    return (acts['join'] as Act)({ calls, form, ...rest })
  },
  async leave({ calls, showId, token, back }) {
    if (token !== undefined) await calls.send(queueLeave, { body: { waitingRoomToken: token } })
    return back('', cookie(showId, null))
  },
  async choose({ calls, form, token, back }) {
    const eventId = Number(form.get('eventId'))
    const quantity = Number(form.get('quantity'))
    const { orderKey } = await calls.send(initializeOrder, { body: { eventId, quantity } })
    await calls.send(reserveRandom, { body: { waitingRoomToken: token } })
    return back(`?order=${orderKey}`)
  },
  async again({ calls, form, back }) {
    const orderKey = String(form.get('orderKey'))
    await calls.send(unreserve, { body: { orderKey, cancel: true } })
    return back()
  },
  async pay({ calls, form }) {
    const orderKey = String(form.get('orderKey'))
    const buyer = {
      name: textOf(form, 'name') ?? '',
      email: textOf(form, 'email') ?? '',
      phone: textOf(form, 'phone') ?? '',
    }
    const acceptTerms = form.get('acceptTerms') !== null
    await calls.send(checkout, { body: { orderKey, buyer, acceptTerms } })
    const { redirectUrl } = await calls.send(createPayment, { body: { orderKey } })
    return { problem: null, code: null, bankUrl: redirectUrl }
  },
}

/** Executes a form; a refusal is shown above it. */
export async function actOnPlainQueue(
  calls: ServerCalls,
  request: Request,
  showId: number,
): Promise<Response | PlainOutcome> {
  const form = await request.formData()
  const act = acts[String(form.get('act'))]
  if (!act) throw new Response(null, { status: 400 })
  const page = localizedPath(calls.locale, `/queue/${showId}`)
  const isSecure = calls.origin.startsWith('https:')
  const back = (query = '', given?: string): Response =>
    redirect(page + query, {
      status: 303,
      headers: given === undefined ? {} : { 'set-cookie': given + (isSecure ? '; Secure' : '') },
    })
  try {
    return await act({ calls, form, showId, token: placeOf(request, showId), back })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { problem: error.message, code: error.code, bankUrl: null }
  }
}

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** HttpOnly: only the server reads it. */
function cookie(showId: number, token: string | null): string {
  const seconds = token === null ? 0 : placeSeconds
  return `${cookieOf(showId)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`
}
