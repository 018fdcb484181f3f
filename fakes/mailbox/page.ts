import type { Html } from '../html.ts'
import { html } from '../html.ts'
import type { StoredEmail, EmailSummary } from './emails.ts'

export type EmailView = 'html' | 'text' | 'headers'

export type MailboxPage = {
  mails: readonly EmailSummary[]
  /** The recipient searched for, or an empty string. */
  to: string
  open: { mail: StoredEmail; view: EmailView } | null
}

/** Content security policy: scripts from the mailbox, frames for emails, nothing else. */
export const mailboxHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Tbilisi',
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

function writeTime(iso: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? '' : time.format(at)
}

/** The whole page: the list, and the open email beside it, or instead of it on narrow screens. */
export function writePage({ mails, to, open }: MailboxPage): string {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${open ? `${open.mail.subject} · ` : ''}Demo mailbox</title>
        <style>
          ${{ html: styles }}
        </style>
        <script src="/live.js" defer></script>
      </head>
      <body class="${open ? 'reading' : 'browsing'}">
        <header>
          <a class="brand" href="/">Demo mailbox</a>
          <span class="soft"
            >Catches every letter the shop sends. Nothing leaves this machine.</span
          >
        </header>
        <div class="panes">
          <nav aria-label="Letters">
            <form class="search" method="get" action="/">
              <input
                type="search"
                name="to"
                value="${to}"
                placeholder="Recipient"
                aria-label="Recipient"
              /><button>Find</button>
            </form>
            <div id="letters" aria-live="polite">${writeList(mails, query, open?.mail.id)}</div>
          </nav>
          <main>
            ${open ? writeEmail(open.mail, open.view, query) : html`<p class="soft hint">Choose a letter.</p>`}
          </main>
        </div>
      </body>
    </html> `
  return page.html
}

function writeList(mails: readonly EmailSummary[], query: string, openId?: string): Html {
  if (mails.length === 0) {
    return html`<p class="soft hint">
      ${query ? 'No letter to this address.' : 'No letters yet. They appear here as they arrive.'}
    </p>`
  }
  return html`<ul>
    ${mails.map(
      (mail) =>
        html`<li>
          <a
            href="/m/${mail.id}${query}"
            ${mail.id === openId ? html` aria-current="true"` : html``}
          >
            <span class="row"
              ><b>${mail.envelope.to.join(', ')}</b><time>${writeTime(mail.receivedAt)}</time></span
            >
            <span class="subject"
              >${mail.subject || '(no subject)'}${filesOf(mail).length > 0 ? html` <span class="clip">${filesOf(mail).length} file${filesOf(mail).length > 1 ? 's' : ''}</span>` : html``}</span
            >
            <span class="soft">${mail.preview}</span></a
          >
        </li>`,
    )}
  </ul>`
}

function writeEmail(mail: StoredEmail, view: EmailView, query: string): Html {
  const tabs: [EmailView, string, boolean][] = [
    ['html', 'Letter', mail.html !== null],
    ['text', 'Plain text', mail.text !== null],
    ['headers', 'Headers', true],
  ]
  const path = `/m/${mail.id}`
  return html` <p class="back"><a href="/${query}">← All letters</a></p>
    <h1>${mail.subject || '(no subject)'}</h1>
    <dl>
      <dt>From</dt>
      <dd>${mail.from || mail.envelope.from}</dd>
      <dt>To</dt>
      <dd>${mail.to || mail.envelope.to.join(', ')}</dd>
      <dt>Received</dt>
      <dd>${writeTime(mail.receivedAt)}</dd>
    </dl>
    ${filesOf(mail).length > 0 ? writeFiles(mail) : html``}
    <p class="tabs">
      ${tabs
        .filter(([, , there]) => there)
        .map(
          ([name, label]) =>
            html`<a
              href="${path}?view=${name}"
              ${name === view ? html` aria-current="page"` : html``}
              >${label}</a
            >`,
        )}<a href="/api/messages/${mail.id}/raw">Download .eml</a>
    </p>
    ${writeContent(mail, view)}`
}

function filesOf(mail: EmailSummary) {
  return mail.attachments.filter(({ inline }) => !inline)
}

function writeFiles(mail: StoredEmail): Html {
  return html`<ul class="files">
    ${filesOf(mail).map(
      (file) =>
        html`<li>
          <a href="/api/messages/${mail.id}/attachments/${file.index}" download>${file.filename}</a>
          <span class="soft"
            >${file.mimeType}, ${Math.max(1, Math.round(file.size / 1024))} KB</span
          >
        </li>`,
    )}
  </ul>`
}

function writeContent(mail: StoredEmail, view: EmailView): Html {
  if (view === 'headers') {
    const lines = mail.headers.map(({ name, value }) => `${name}: ${value}`)
    return html`<pre>${lines.join('\n')}</pre>`
  }
  if (view === 'text') return html`<pre>${mail.text ?? ''}</pre>`
  return html`<iframe
    title="Letter"
    src="/api/messages/${mail.id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    referrerpolicy="no-referrer"
  ></iframe>`
}

/** Reloads the list when an email arrives. */
export const liveScript = `
const events = new EventSource('/api/events')
events.addEventListener('change', async () => {
  const answer = await fetch(location.href)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const [fresh, old] = [page.getElementById('letters'), document.getElementById('letters')]
  if (fresh && old) old.replaceChildren(...fresh.childNodes)
})
`

const styles = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6579; --paper: #f4f5f8; --card: #fff;
  --line: #d5dae3; --accent: #9c1f3d; --chosen: #f7e9ed }
@media (prefers-color-scheme: dark) { :root { --ink: #e9ecf2; --soft: #a3adbf; --paper: #12151c;
  --card: #1b202a; --line: #353d4b; --accent: #f08ba3; --chosen: #3a2129 } }
* { box-sizing: border-box }
body { margin: 0; color: var(--ink); background: var(--paper); overflow-wrap: anywhere;
  font: 16px/1.5 'Noto Sans Georgian', 'Noto Sans', system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; padding: 14px 16px;
  border-bottom: 1px solid var(--line); background: var(--card) }
.brand { font-weight: 700; font-size: 18px; color: inherit; text-decoration: none }
a { color: var(--accent) }
.soft { color: var(--soft); font-size: 14px }
nav, main { padding: 12px 16px }
.reading nav, .browsing main { display: none }
.search { display: flex; gap: 8px; margin-bottom: 12px }
.search input { flex: 1; min-width: 0 }
.search input, .search button { font: inherit; min-height: 44px; padding: 8px 12px; color: inherit;
  border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
nav ul, .files { list-style: none; margin: 0; padding: 0 }
nav li a { display: block; padding: 12px; margin-bottom: 8px; color: inherit; text-decoration: none;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px }
nav li a:hover, nav li a[aria-current] { background: var(--chosen); border-color: var(--accent) }
.row { display: flex; justify-content: space-between; gap: 12px }
time { color: var(--soft); font-size: 14px; white-space: nowrap; font-variant-numeric: tabular-nums }
.subject { display: block }
nav li .soft { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }
.clip { font-size: 12px; border: 1px solid var(--line); border-radius: 99px; padding: 1px 8px }
.hint { padding: 32px 0; text-align: center }
h1 { font-size: 22px; line-height: 1.3; margin: 8px 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0 0 12px }
dt { color: var(--soft) } dd { margin: 0 }
.files li { padding: 10px 12px; margin-bottom: 8px; border: 1px dashed var(--line); border-radius: 10px }
.tabs { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0 }
.tabs a { padding: 9px 14px; border: 1px solid var(--line); border-radius: 99px; text-decoration: none }
.tabs a[aria-current] { background: var(--chosen); border-color: var(--accent); font-weight: 700 }
iframe { width: 100%; height: 72vh; border: 1px solid var(--line); border-radius: 12px; background: #fff }
pre { white-space: pre-wrap; padding: 16px; margin: 0; background: var(--card); font-size: 14px;
  border: 1px solid var(--line); border-radius: 12px }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media (min-width: 1023px) {
  .panes { display: grid; grid-template-columns: 400px 1fr; height: calc(100vh - 58px) }
  .panes > * { overflow-y: auto }
  .reading nav, .browsing main { display: block }
  .back { display: none }
}
`
