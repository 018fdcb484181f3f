import { useEffect } from 'react'
import {
  data as withStatus,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type Params,
} from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { CallError } from '#contract/client.ts'
import { splitLocale, type Locale } from '#kernel/locale.ts'
import { serverCallsContext } from './server-calls.ts'

interface Address {
  readonly params: Params
  readonly url: URL
  readonly locale: Locale
}

/** What a page was loaded with; `input` is the key under which the browser's cache knows it. */
interface Loaded<C extends Call, Shown> {
  readonly reply: Shown
  readonly input: CallInput<C>
  readonly locale: Locale
  readonly isFromServer: boolean
  /** Origin of the canonical address. */
  readonly origin: string
}

/**
 * A page that is one call: on the server the call is answered in process, in the browser through the cache
 * of five minutes. A call that answers 404 becomes the page's not-found state. `select` picks what the page
 * shows: only that travels with the page.
 */
export function pageData<C extends Call, Shown = ReplyOf<C>>(
  call: C,
  inputOf: (address: Address) => CallInput<C>,
  select: (reply: ReplyOf<C>) => Shown = (reply) => reply as unknown as Shown,
) {
  type Page = Loaded<C, Shown>

  async function loader({ params, url, context }: LoaderFunctionArgs): Promise<Page> {
    const calls = context.get(serverCallsContext)
    const input = inputOf({ params, url, locale: calls.locale })
    const reply = select(await refusalAsResponse(calls.send(call, input)))
    return { reply, input, locale: calls.locale, isFromServer: true, origin: calls.origin }
  }

  async function clientLoader({ params, request }: ClientLoaderFunctionArgs): Promise<Page> {
    const url = new URL(request.url)
    const { locale } = splitLocale(url.pathname)
    const input = inputOf({ params, url, locale })
    const { browserQueryClient, browserClient } = await openCache()
    const reply = await refusalAsResponse(
      browserQueryClient().fetchQuery({
        queryKey: pageKey(call, input, locale),
        queryFn: async ({ signal }) =>
          select(await browserClient(locale).send(call, input, { signal })),
      }),
    )
    return { reply, input, locale, isFromServer: false, origin: url.origin }
  }

  /** The reply. What the server loaded enters the browser's cache, so that coming back asks nothing. */
  function usePage(): Shown {
    return usePart(useLoaderData() as Page)
  }

  /** The same for a page of several calls: its loader answers with what the loader of each of them answered. */
  function usePart(loaded: Page): Shown {
    useEffect(() => {
      if (loaded.isFromServer) serverLoaded.push({ call, ...loaded, loadedAt: Date.now() })
    }, [loaded])
    return loaded.reply
  }

  return { loader, clientLoader, usePage, usePart }
}

/**
 * What pages were loaded with before there was a cache: it opens with the first navigation. Its age is counted
 * by the browser's clock, which may be far from the server's.
 */
const serverLoaded: (Loaded<Call, unknown> & { readonly call: Call; readonly loadedAt: number })[] =
  []

/** Apart from the keys of `callQuery`: a page keeps what it shows, not the whole reply. */
function pageKey(call: Call, input: CallInput<Call>, locale: Locale): readonly unknown[] {
  return ['page', call.id, input, locale]
}

async function openCache() {
  // The client of the calls too: the first page came with its data and asks for nothing.
  const [{ browserQueryClient }, { browserClient }] = await Promise.all([
    import('./query-client.ts'),
    import('./browser-calls.ts'),
  ])
  const client = browserQueryClient()
  for (const { call, input, locale, reply, loadedAt } of serverLoaded.splice(0)) {
    const key = pageKey(call, input, locale)
    if (client.getQueryData(key) === undefined) {
      client.setQueryData(key, reply, { updatedAt: loadedAt })
    }
  }
  return { browserQueryClient, browserClient }
}

/** What a page's head needs of its loader's data. */
export interface LoadedPage {
  readonly origin: string
}

/** A refused call keeps its code and status on the way to the error boundary, on both sides. */
export async function refusalAsResponse<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error)) {
      throw withStatus({ code: error.code, message: error.message }, { status: error.status })
    }
    throw error
  }
}

/** By its name: the class itself brings the whole client along, which a first page does without. */
function isRefusal(error: unknown): error is CallError {
  return error instanceof Error && error.name === 'CallError'
}
