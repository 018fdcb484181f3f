import { createClient, type Client } from '#contract/client.ts'
import { webApiKey } from '#contract/web-key.ts'
import { splitLocale, type Locale } from '#kernel/locale.ts'

const clients = new Map<Locale, Client>()

/** The locale of the open page. */
export function pageLocale(): Locale {
  return splitLocale(window.location.pathname).locale
}

/**
 * The token that scripts may read. Our own sessions use an HttpOnly cookie instead. Over HTTPS it stays a cookie, which the
 * server believes only with its proof: any host of the same domain can set one that scripts read here.
 */
function readableAccessToken(): string | undefined {
  if (window.location.protocol === 'https:') return undefined
  return /(?:^|;\s*)AccessToken=([^;]+)/.exec(document.cookie)?.[1]
}

/**
 * The typed client for the page's locale. It sends calls to the gateway; its addresses are of the page's own origin,
 * because the gateway accepts a session only from scripts of our pages, not from links.
 */
export function browserClient(locale: Locale = pageLocale()): Client {
  let client = clients.get(locale)
  if (!client) {
    client = createClient({
      baseUrl: '',
      // The server renders components that have a client, and sends nothing with it.
      gatewayUrl: typeof window === 'undefined' ? undefined : window.pageHosts?.gateway,
      apiKey: webApiKey,
      locale,
      accessToken: readableAccessToken,
      hasCookieSession: true,
      // The calculation is downloaded when a network first needs it.
      proveWork: async (...asked) => (await import('./prove-work.ts')).proofFor(...asked),
    })
    clients.set(locale, client)
  }
  return client
}
