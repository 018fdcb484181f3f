import { createClient, type Client } from '#contract/client.ts'
import { splitLocale, type Locale } from '#kernel/locale.ts'

/** The key of our own pages. It names the channel; it is no secret. */
const webApiKey = 'demo-web'

const clients = new Map<Locale, Client>()

/** The locale of the page that is open. */
export function pageLocale(): Locale {
  return splitLocale(window.location.pathname).locale
}

/** The bearer where scripts may read it. The cookie of our own sessions is HttpOnly and travels by itself. */
function readableAccessToken(): string | undefined {
  return /(?:^|;\s*)AccessToken=([^;]+)/.exec(document.cookie)?.[1]
}

/** The typed client of the page's locale. */
export function browserClient(locale: Locale = pageLocale()): Client {
  let client = clients.get(locale)
  if (!client) {
    client = createClient({
      baseUrl: '',
      apiKey: webApiKey,
      locale,
      accessToken: readableAccessToken,
      hasCookieSession: true,
    })
    clients.set(locale, client)
  }
  return client
}
