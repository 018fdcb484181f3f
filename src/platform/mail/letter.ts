import { localizedPath, type Locale } from '#kernel/locale.ts'
import { escapeHtml, markId } from './html.ts'
import type { Email } from './mail.ts'

/**
 * The frame of an email. Mail programs support tables and style attributes and little else, so a dark theme is for those
 * that read styles of the head. Nothing is loaded from outside: pictures come with the email (`cid:`), which is readable
 * offline and does not report that it was opened.
 */
export interface EmailFrame {
  readonly locale: Locale
  readonly brand: string
  readonly homeUrl: string
  readonly title: string
  /** The line a mailbox shows beside the subject. */
  readonly preview: string
  /** HTML of the rows, made by the functions below. */
  readonly rows: readonly string[]
  readonly footer: string
  /** Of the edge (`#a8123a`), dark enough on white; absent: the shop's own. */
  readonly colour?: string
}

const fonts = `'Noto Sans Georgian','Noto Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif`
const ink = '#1b1a24'
const soft = '#5a5963'
const accent = '#9d0f3c'
const rule = '#dcdad5'

/** For mail programs that follow the device's theme: ground, card, words. Edges and buttons keep their colours. */
const darkStyles = `@media (prefers-color-scheme: dark) {
.ground { background: #15141b !important; color: #f1eff5 !important; }
.card { background: #211f29 !important; }
.ink, .card a.ink { color: #f1eff5 !important; }
.soft { color: #b5b2bf !important; }
.when { color: #ff8fae !important; }
.rule { border-color: #45424f !important; }
}`

/** Keeps the words of the page out of the line that a mailbox shows beside the subject. */
const endOfPreview = '&#847;&zwnj;&nbsp;'.repeat(60)

export function letterHtml(frame: EmailFrame): string {
  const { locale, brand, homeUrl, title, preview, rows, footer, colour = accent } = frame
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${darkStyles}</style>
<title>${escapeHtml(title)}</title>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f3ef;color:${ink};font-family:${fonts};font-size:16px;line-height:1.5">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${endOfPreview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f4f3ef">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 14px;font-size:18px;font-weight:bold"><a href="${escapeHtml(homeUrl)}" class="ink" style="color:${ink};text-decoration:none"><img src="cid:${markId}" width="26" height="28" alt="" style="vertical-align:middle;border:0">&nbsp; ${escapeHtml(brand)}</a></td></tr>
<tr><td class="card ink" style="background:#ffffff;border-top:5px solid ${colour};border-radius:10px;padding:26px 24px 28px;overflow-wrap:anywhere;word-break:break-word">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
<tr><td><h1 style="margin:0 0 8px;font-size:24px;line-height:1.25;font-weight:bold">${textHtml(title)}</h1></td></tr>
${rows.join('\n')}
</table>
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;color:${soft};font-size:13px">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const words = {
  ka: {
    brand: 'ბილეთი',
    hello: 'გამარჯობა!',
    footer: 'წერილი მოგივიდათ, რადგან ეს მისამართი ჩვენთან მიუთითეს. პასუხი საჭირო არ არის.',
  },
  en: {
    brand: 'Bileti',
    hello: 'Hello,',
    footer: 'You receive this e-mail because this address was given to us. No reply is needed.',
  },
} as const

/** An email of a few sentences after a greeting, with one button or none, as HTML and as the same words in plain text. */
export function shortLetter(letter: {
  readonly locale: Locale
  /** Of the shop. */
  readonly origin: string
  /** Its title is the subject without the name of the shop. */
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What it is about, under the sentences. */
  readonly event?: ShownEvent
  /** Sentences under what it is about. */
  readonly after?: readonly string[]
  readonly button?: { readonly text: string; readonly url: string }
  /** Small print under the button. */
  readonly notes?: readonly string[]
}): Pick<Email, 'subject' | 'text' | 'html'> {
  const { locale, origin, subject, paragraphs, event, after = [], button, notes = [] } = letter
  const { brand, hello, footer } = words[locale]
  const rest = subject.startsWith(`${brand}: `) ? subject.slice(brand.length + 2) : subject
  // Capitals of Georgian letters are another script.
  const title = locale === 'ka' ? rest : rest.charAt(0).toUpperCase() + rest.slice(1)
  return {
    subject,
    text: [
      title,
      hello,
      ...paragraphs,
      ...(event ? [eventText(event)] : []),
      ...after,
      ...(button ? [`${button.text}: ${button.url}`] : []),
      ...notes,
      footer,
    ].join('\n\n'),
    html: letterHtml({
      locale,
      brand,
      homeUrl: origin + localizedPath(locale, '/'),
      title,
      preview: paragraphs.join(' '),
      rows: [
        ...[hello, ...paragraphs].map(paragraphRow),
        ...(event ? [eventRow(event)] : []),
        ...after.map(paragraphRow),
        ...(button ? [buttonRow(button.text, button.url)] : []),
        ...notes.map(noteRow),
      ],
      footer,
    }),
  }
}

/**
 * Text as HTML: its lines are kept; times are on one line with their date and with each other, short numbers with what
 * they count; no line begins with a dash or a dot.
 */
function textHtml(text: string): string {
  const joined = text
    .replaceAll(/ · (?=\d\d:\d\d)/g, '\u00a0·\u00a0')
    .replaceAll(/(?<=\d\d:\d\d) – (?=\d\d:\d\d)/g, '\u00a0–\u2060\u00a0')
    .replaceAll(/(?<=[\p{L}\d],) (?=\d\d:\d\d)/gu, '\u00a0')
    .replaceAll(/(?<![\p{L}\d])(\d\d?) (?=\p{L})/gu, '$1\u00a0')
    .replaceAll(/ × (?=\d)/g, '\u00a0×\u00a0')
    .replaceAll(/ (?=[–·] )/g, '\u00a0')
  return escapeHtml(joined).replaceAll('\n', '<br>')
}

export function paragraphRow(text: string): string {
  return `<tr><td style="padding:0 0 16px">${textHtml(text)}</td></tr>`
}

export function noteRow(text: string): string {
  return `<tr><td class="soft" style="padding:10px 0 0;color:${soft};font-size:14px">${escapeHtml(text)}</td></tr>`
}

export function buttonRow(text: string, url: string): string {
  return `<tr><td style="padding:8px 0 4px"><a href="${escapeHtml(url)}" style="display:inline-block;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none;padding:13px 22px;border-radius:8px">${escapeHtml(text)}</a></td></tr>`
}

/** A quiet link under the button. */
export function linkRow(text: string, url: string): string {
  return `<tr><td style="padding:12px 0 0;font-size:14px"><a href="${escapeHtml(url)}" class="soft" style="color:${soft}">${escapeHtml(text)}</a></td></tr>`
}

/** A piece of news over a perforation: what it is, the linked name, and lines about it. */
export function newsRow(news: {
  readonly what: string
  readonly name: string
  readonly url: string
  readonly dates: readonly string[]
}): string {
  const lines = news.dates
    .map((date) => `<div class="soft" style="color:${soft};font-size:15px">${textHtml(date)}</div>`)
    .join('')
  return `<tr><td class="rule" style="padding:14px 0;border-top:2px dotted ${rule}">
<div class="when" style="color:${accent};font-weight:bold;font-size:15px">${escapeHtml(news.what)}</div>
<div style="font-size:19px;font-weight:bold;line-height:1.3"><a href="${escapeHtml(news.url)}" class="ink" style="color:${ink}">${escapeHtml(news.name)}</a></div>
${lines}</td></tr>`
}

/** What an email is about. */
export interface ShownEvent {
  readonly name: string
  readonly when: string
  readonly where: string
  /** What else there is to know, a line each; absent: nothing. */
  readonly details?: readonly string[]
  /** Absent for what has no place. */
  readonly map?: { readonly text: string; readonly url: string } | undefined
  readonly seats: readonly string[]
  /** Of the time, as `EmailFrame.colour`. */
  readonly colour?: string
  /** Id of the picture that comes with the email; absent: it has none. */
  readonly pictureId?: string | undefined
}

/** What the email is about, between two perforations: name, when, where, and the seats. */
export function eventRow(event: ShownEvent): string {
  return eventRows([event])
}

/** The same for several, with one perforation between two of them. */
export function eventRows(events: readonly ShownEvent[]): string {
  if (events.length === 0) return ''
  const rows = events.map((event, index) => {
    const edges = index === events.length - 1 ? ['top', 'bottom'] : ['top']
    const borders = edges.map((edge) => `;border-${edge}:2px dotted ${rule}`).join('')
    return `<tr><td class="rule" style="padding:14px 0${borders}">
${eventTable(event)}
</td></tr>`
  })
  return `${rows.join('\n')}
<tr><td height="12" style="font-size:0;line-height:12px">&nbsp;</td></tr>`
}

/** What an email is about in its plain text: the lines of `eventRow`. */
export function eventText({ name, when, where, details = [], seats }: ShownEvent): string {
  return [name, when, where, ...details, ...seats].filter(Boolean).join('\n')
}

function eventTable(event: ShownEvent): string {
  const details = (event.details ?? [])
    .map(
      (line) =>
        `<div class="soft" style="padding:0 0 2px;color:${soft};font-size:15px">${textHtml(line)}</div>`,
    )
    .join('')
  const seats = event.seats
    .map((seat) => `<div style="padding:2px 0">${textHtml(seat)}</div>`)
    .join('')
  const map = event.map
    ? `&nbsp;·&nbsp;<a href="${escapeHtml(event.map.url)}" class="ink" style="color:${ink}">${escapeHtml(event.map.text)}</a>`
    : ''
  const where = escapeHtml(event.where) + map
  const picture =
    event.pictureId === undefined
      ? ''
      : `<td width="96" valign="top" style="padding:0 16px 0 0"><img src="cid:${event.pictureId}" width="96" alt="${escapeHtml(event.name)}" style="display:block;width:96px;height:auto;border:0;border-radius:4px"></td>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${picture}<td valign="top">
<div style="font-size:19px;font-weight:bold;line-height:1.3">${textHtml(event.name)}</div>
<div class="when" style="padding:4px 0 0;color:${event.colour ?? accent};font-weight:bold">${textHtml(event.when)}</div>
<div style="padding:2px 0 8px">${where}</div>
${details}<div style="font-size:15px">${seats}</div>
</td></tr></table>`
}

/** Lines with their amounts, and the sum. */
export function sumRows(options: {
  readonly heading: string
  readonly lines: readonly { readonly text: string; readonly amount: string }[]
  readonly total: { readonly text: string; readonly amount: string }
}): string {
  const row = (text: string, amount: string, style: string): string =>
    `<tr><td class="rule" style="padding:4px 12px 4px 0;${style}">${textHtml(text)}</td><td align="right" valign="top" class="rule" style="padding:4px 0;white-space:nowrap;${style}">${escapeHtml(amount)}</td></tr>`
  return `<tr><td style="padding:16px 0 12px">
<div class="soft" style="color:${soft};font-size:14px;padding:0 0 4px">${textHtml(options.heading)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:15px">
${options.lines.map((line) => row(line.text, line.amount, '')).join('\n')}
${row(options.total.text, options.total.amount, `font-weight:bold;font-size:17px;border-top:1px solid ${rule};padding-top:8px`)}
</table>
</td></tr>`
}
