/** The visitor's consent beyond what the shop needs to work. Nothing is measured before it is given. */

export interface Consent {
  /** Statistics of visits and sales: the data layer, its script, recordings of pages with errors. */
  readonly statistics: boolean
  /** Advertisers' conversion pixels. */
  readonly advertising: boolean
}

const key = 'consent'
const news = 'bileti:consent'
/** How long an answer is valid before the visitor is asked again. */
const validMilliseconds = 365 * 24 * 60 * 60 * 1_000

/** The consent stored on this device; null when there is none or it has expired. */
export function readConsent(now: number = Date.now()): Consent | null {
  try {
    const said = JSON.parse(localStorage.getItem(key) ?? 'null') as
      | (Consent & { readonly at: number })
      | null
    if (!said || !(now - said.at < validMilliseconds)) return null
    return { statistics: said.statistics === true, advertising: said.advertising === true }
  } catch {
    return null
  }
}

/** Stores the choice on this device and notifies analytics. Without storage it applies to this page only. */
export function saveConsent(consent: Consent): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...consent, at: Date.now() }))
  } catch {
    // Storage is blocked: the choice applies to this page only.
  }
  window.dispatchEvent(new CustomEvent<Consent>(news, { detail: consent }))
}

/** Calls back with each choice made on this page. */
export function onConsent(listener: (consent: Consent) => void): void {
  window.addEventListener(news, (event) => listener((event as CustomEvent<Consent>).detail))
}

/** Cookies that analytics scripts set on the shop's domain. */
const foreignCookies = /^(?:_ga|_gid|_gcl|_gat|_fbp|_fbc)/

/** Deletes cookies that were set while consent was given. */
export function clearForeignCookies(): void {
  for (const part of document.cookie.split(';')) {
    const name = part.split('=', 1)[0]?.trim() ?? ''
    if (foreignCookies.test(name)) document.cookie = `${name}=; Max-Age=0; Path=/`
  }
}
