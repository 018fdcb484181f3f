import type { Html } from '../html.ts'
import { html } from '../html.ts'

export type PageLanguage = 'KA' | 'EN'

const signs: Record<string, string> = { GEL: '₾', USD: '$', EUR: '€' }

/** Formats an amount in minor units, for example "1 250.00 ₾". */
export function writeAmount(minor: number, currency: string): string {
  const whole = String(Math.trunc(minor / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  return `${whole}.${String(minor % 100).padStart(2, '0')}\u00a0${signs[currency] ?? currency}`
}

/** Headers that forbid scripts and external content. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export type Frame = {
  language: PageLanguage
  title: string
  switchUrl: string
  head?: Html
  body: Html
}

/** Message keys that every frame needs. */
type FrameKey = 'bankName' | 'demoNotice' | 'switchLanguage'

export interface Pages<Key extends string> {
  /** Formats a message with its `{placeholders}`. Plain text: escape before use. */
  translate(language: PageLanguage, key: Key, values?: Record<string, string>): string
  /** Wraps the body of a page in the service's frame. */
  framePage(frame: Frame): string
  /** A page with a heading and a sentence, for errors and the start page. */
  plainPage(language: PageLanguage, heading: Key, text: Key, path: string): string
}

/** Creates the page functions of a service from its texts in both languages and its colour, light and dark. */
export function createPages<Key extends string>(
  catalogues: Record<PageLanguage, Record<Key | FrameKey, string>>,
  accent: { readonly light: string; readonly dark: string; readonly onDark: string },
): Pages<Key | FrameKey> {
  const translate: Pages<Key | FrameKey>['translate'] = (language, key, values = {}) =>
    catalogues[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
  const styles = stylesOf(accent)

  function framePage({ language, title, switchUrl, head, body }: Frame): string {
    const page = html`<!doctype html>
      <html lang="${language.toLowerCase()}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} · ${translate(language, 'bankName')}</title>
          ${head ?? html``}
          <style>
            ${{ html: styles }}
          </style>
        </head>
        <body>
          <p class="notice">${translate(language, 'demoNotice')}</p>
          <header>
            <span class="brand"
              ><span class="mark" aria-hidden="true"></span>${translate(language, 'bankName')}</span
            >
            <a class="language" href="${switchUrl}" lang="${language === 'KA' ? 'en' : 'ka'}"
              >${translate(language, 'switchLanguage')}</a
            >
          </header>
          <main>${body}</main>
        </body>
      </html> `
    return page.html
  }

  return {
    translate,
    framePage,
    plainPage: (language, heading, text, path) =>
      framePage({
        language,
        title: translate(language, heading),
        switchUrl: otherLanguageUrl(path, language),
        body: html`<section>
          <h1>${translate(language, heading)}</h1>
          <p>${translate(language, text)}</p>
        </section>`,
      }),
  }
}

export function otherLanguageUrl(path: string, language: PageLanguage): string {
  return `${path}?lang=${language === 'KA' ? 'en' : 'ka'}`
}

/** The requested language if it is supported, otherwise the fallback. */
export function languageOf(asked: string | undefined, fallback: PageLanguage): PageLanguage {
  if (asked === 'en') return 'EN'
  return asked === 'ka' ? 'KA' : fallback
}

const tbilisiTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Tbilisi',
  hour: '2-digit',
  minute: '2-digit',
})

/** Local time in Tbilisi, hours and minutes, of milliseconds since the epoch. */
export function writeTime(at: number): string {
  return tbilisiTime.format(at)
}

const stylesOf = (accent: { light: string; dark: string; onDark: string }): string => `
:root { color-scheme: light dark; --ink: #14243a; --soft: #54657c; --paper: #f2f5f9; --card: #fff;
  --line: #cfd8e3; --accent: ${accent.light}; --on-accent: #fff; --notice: #fff3cd; --on-notice: #5a4300;
  --good: #1c7a45; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef6; --soft: #a6b4c6; --paper: #0e1620;
  --card: #172230; --line: #33445a; --accent: ${accent.dark}; --on-accent: ${accent.onDark}; --notice: #3d3110;
  --on-notice: #ffe59a; --good: #6fd39b; --bad: #ff9a91 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.5 'Noto Sans Georgian', 'Noto Sans', system-ui, sans-serif }
.notice { margin: 0; padding: 10px 16px; background: var(--notice); color: var(--on-notice);
  text-align: center; font-weight: 600; font-size: 14px }
header, main { max-width: 520px; margin: 0 auto; padding: 16px }
header { display: flex; justify-content: space-between; align-items: center; gap: 12px }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 700 }
.mark { width: 26px; height: 26px; border-radius: 8px;
  background: conic-gradient(from 45deg, var(--accent) 0 50%, var(--line) 0) }
a { color: var(--accent) }
.language { padding: 8px; white-space: nowrap }
section { background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  padding: 20px; margin-bottom: 16px }
h1 { font-size: 20px; margin: 0 0 12px } h2 { font-size: 16px; margin: 0 0 8px }
.due { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; flex-wrap: wrap }
.due strong { font-size: 28px; font-variant-numeric: tabular-nums }
.soft { color: var(--soft); font-size: 14px; margin: 4px 0 }
label { display: block; margin-top: 14px; font-size: 14px; font-weight: 600 }
input { width: 100%; margin-top: 4px; padding: 12px; font: inherit; font-weight: 400; font-size: 17px; color: inherit;
  font-variant-numeric: tabular-nums; background: var(--paper); border: 1px solid var(--soft);
  border-radius: 10px }
::placeholder { color: var(--soft); opacity: .55 }
details { margin-top: 16px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end }
button, .button { display: block; width: 100%; min-height: 48px; margin-top: 18px; padding: 12px;
  font: inherit; font-weight: 700; text-align: center; text-decoration: none; border-radius: 12px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer }
.plain { background: none; color: var(--accent) }
.cards { list-style: none; margin: 8px 0 0; padding: 0; display: grid; gap: 8px }
.cards button { margin: 0; text-align: start; background: var(--paper); color: inherit;
  border-color: var(--line); font-weight: 400 }
.cards span { display: block; font-weight: 700; font-variant-numeric: tabular-nums }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
summary { cursor: pointer; font-weight: 700; padding: 4px 0 }
.wrong { color: var(--bad); font-weight: 600 }
.Succeeded { color: var(--good) } .Failed, .Expired { color: var(--bad) }
`
