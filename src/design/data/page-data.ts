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

/** A page's loader data; `input` is its key in the browser's cache. */
interface Loaded<C extends Call, Shown> {
  readonly reply: Shown
  readonly input: CallInput<C>
  readonly locale: Locale
  readonly isFromServer: boolean
  /** Origin of the canonical address. */
  readonly origin: string
}

/**
 * A page with the data of one call: the server answers the call in process, the browser through the five-minute
 * cache. A 404 becomes the page's not-found state. `select` picks the displayed data: only that is sent with the
 * page.
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

  /** The call's response. The server's data is added to the browser's cache, so that returning sends no request. */
  function usePage(): Shown {
    return usePart(useLoaderData() as Page)
  }

  /** The same for a page of several calls: its loader returns the results of their loaders. */
  function usePart(loaded: Page): Shown {
    useEffect(() => {
      if (loaded.isFromServer) serverLoaded.push({ call, ...loaded, loadedAt: Date.now() })
    }, [loaded])
    return loaded.reply
  }

  return { loader, clientLoader, usePage, usePart }
}

/**
 * Pages' initial data before the cache exists: it is created at the first navigation. Age is measured with the
 * browser's clock, because the server's may differ a lot.
 */
const serverLoaded: (Loaded<Call, unknown> & { readonly call: Call; readonly loadedAt: number })[] =
  []

/** Distinct from the keys of `callQuery`: a page caches the selected data, not the whole response. */
function pageKey(call: Call, input: CallInput<Call>, locale: Locale): readonly unknown[] {
  return ['page', call.id, input, locale]
}

async function openCache() {
  // Loaded on demand with the client, because the first page's data comes with the document.
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

/**
 * A page's loader in the browser that also loads scripts of its first view: parts that came after the page would move what
 * is below them while somebody presses it. A document has them from the server.
 */
export function withParts<Args, Page>(
  load: (args: Args) => Promise<Page>,
  ...parts: readonly { load(): Promise<void> }[]
): (args: Args) => Promise<Page> {
  return async (args) => {
    // A part that cannot be loaded now is asked for again when it is shown.
    const loading = parts.map((part) => part.load().catch(() => undefined))
    const page = await load(args)
    await Promise.all(loading)
    return page
  }
}

/** What a page's head needs of its loader's data. */
export interface LoadedPage {
  readonly origin: string
}

/** Keeps code and status of a refused call for the error boundary, on server and client. */
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

/** Checks the name: importing the class would load the whole client with the first page. */
function isRefusal(error: unknown): error is CallError {
  return error instanceof Error && error.name === 'CallError'
}
