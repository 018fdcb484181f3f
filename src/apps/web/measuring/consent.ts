/** What a visitor allows besides what the shop needs to work. Nothing is measured before they have said so. */

export interface Consent {
  /** Figures of visits and sales: the data layer, its script, recordings of pages that broke. */
  readonly statistics: boolean
  /** Pixels by which advertisers count. */
  readonly advertising: boolean
}

const key = 'consent'
const news = 'bileti:consent'
/** After this long they are asked again. */
const keptMilliseconds = 365 * 24 * 60 * 60 * 1_000

/** What this device's visitor has said; null when they have not, or so long ago that they are asked again. */
export function readConsent(now: number = Date.now()): Consent | null {
  try {
    const said = JSON.parse(localStorage.getItem(key) ?? 'null') as
      | (Consent & { readonly at: number })
      | null
    if (!said || !(now - said.at < keptMilliseconds)) return null
    return { statistics: said.statistics === true, advertising: said.advertising === true }
  } catch {
    return null
  }
}

/** Stores the choice on this device and notifies analytics. Without storage it applies to this page only. */
export function giveConsent(consent: Consent): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...consent, at: Date.now() }))
  } catch {
    // As said.
  }
  window.dispatchEvent(new CustomEvent<Consent>(news, { detail: consent }))
}

/** Calls back with each choice that is made on this page. */
export function onConsent(listener: (consent: Consent) => void): void {
  window.addEventListener(news, (event) => listener((event as CustomEvent<Consent>).detail))
}

/** Cookies that scripts of measuring leave on the shop's address. */
const foreignCookies = /^(?:_ga|_gid|_gcl|_gat|_fbp|_fbc)/

/** Takes away what was left while it was allowed. */
export function clearForeignCookies(): void {
  for (const part of document.cookie.split(';')) {
    const name = part.split('=', 1)[0]?.trim() ?? ''
    if (foreignCookies.test(name)) document.cookie = `${name}=; Max-Age=0; Path=/`
  }
}
