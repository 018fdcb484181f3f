/** Likely slips in email addresses: what somebody probably meant who typed `nino@gmial.com`. */

/** Providers that many people here have, and others so near to them that they would look like slips. */
const providers = [
  'gmail.com googlemail.com yahoo.com ymail.com hotmail.com outlook.com live.com msn.com icloud.com me.com mac.com',
  'aol.com proton.me protonmail.com pm.me fastmail.com zoho.com mail.com email.com gmx.com gmx.de gmx.net gmx.at web.de',
  'mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua meta.ua mail.ee seznam.cz',
  'yahoo.co.uk hotmail.co.uk yahoo.fr yahoo.de hotmail.fr hotmail.de hotmail.it outlook.fr outlook.de live.ru',
  'tsu.ge iliauni.edu.ge gtu.ge bog.ge tbcbank.ge posta.ge caucasus.net',
].flatMap((line) => line.split(' '))
const known: ReadonlySet<string> = new Set(providers)

/** Providers that slips are looked for of: long enough that another name would hardly be so near. */
const likely = ['gmail.com', 'googlemail.com', 'yahoo.com', 'hotmail.com', 'outlook.com'].concat([
  'icloud.com',
  'protonmail.com',
  'yandex.ru',
  'yandex.com',
  'rambler.ru',
  'mail.ru',
  'inbox.ru',
])
/** Providers that have no addresses under other endings. */
const onlyEnding = new Map([
  ['gmail', 'com'],
  ['googlemail', 'com'],
  ['icloud', 'com'],
])
/** Providers that have no addresses in Georgia. */
const notGeorgian = new Set(['yahoo', 'hotmail', 'outlook', 'live', 'msn', 'aol', 'yandex'])

/** Endings that do not exist, or hardly in an address, by what was meant. */
const endings = new Map(
  Object.entries({
    com: 'con cmo ocm vom xom comm coom ccom cpm cim c0m cor cob come coml comn kom',
    net: 'ner nte nett nrt ney',
    org: 'ogr orgg rog ort',
    ge: 'gee gge geo',
    ru: 'rru ruu ry',
  }).flatMap(([meant, slips]) => slips.split(' ').map((slip) => [slip, meant] as const)),
)

/** Letters of other scripts that look like Latin ones, or lie on the same keys. */
const lookalikes = Object.fromEntries([
  ...[...'аеорсухіӏ'].map((letter, at) => [letter, 'aeopcyxil'[at]]),
  ...[...'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'].map((letter, at) => [
    letter,
    'abgdevzTiklmnopJrstufqRySCcZwWxjh'[at],
  ]),
])
/** Endings of other scripts that exist. */
const ownScript = /\.(?:გე|рф|укр|бел|срб|мкд|бг|қаз|ею|հայ|ελ)$/

/** The address that was probably meant; null when there is no reason to ask. It never says that an address is wrong. */
export function likelyEmail(typed: string): string | null {
  const address = typed.trim()
  const at = address.lastIndexOf('@')
  if (at < 1 || /\s/.test(address)) return null
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  const meant = likelyDomain(domain.toLowerCase())
  if (meant === null || meant === domain.toLowerCase()) return null
  return `${/[ა-ჰ]/.test(local) ? latin(local) : local}@${meant}`
}

function likelyDomain(typed: string): string | null {
  if (known.has(typed) || ownScript.test(typed)) return null
  const tidy = latin(typed)
    .replaceAll(/[,;/]/g, '.')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  if (known.has(tidy)) return tidy
  const dot = tidy.lastIndexOf('.')
  const name = dot < 0 ? tidy : tidy.slice(0, dot)
  const ending = dot < 0 ? '' : tidy.slice(dot + 1)
  const mended = `${name}.${endings.get(ending) ?? ending}`
  if (known.has(mended)) return mended
  const only =
    onlyEnding.get(name) ?? (ending === 'ge' && notGeorgian.has(name) ? 'com' : undefined)
  if (only !== undefined) return `${name}.${only}`
  const provider = nearest(endings.has(ending) ? mended : tidy)
  if (provider !== null) return provider
  return endings.has(ending) && name !== '' ? mended : tidy
}

/** The provider that a domain is a slip of. */
function nearest(domain: string): string | null {
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const provider of likely) {
    const name = provider.slice(0, provider.lastIndexOf('.'))
    // Two slips are as likely another name, unless the name is long.
    const most = name.length < 5 ? 0 : name.length < 6 ? 1 : 2
    const steps = Math.min(stepsBetween(domain, provider), missingDot(domain, provider))
    if (steps <= most && steps < least) [best, least] = [provider, steps]
  }
  return best
}

/** `gmailcom`, or `gmail` without an ending. */
function missingDot(domain: string, provider: string): number {
  const isIt = domain === provider.replace('.', '') || domain === provider.split('.')[0]
  return isIt ? 0 : Number.POSITIVE_INFINITY
}

function latin(text: string): string {
  return [...text].map((letter) => lookalikes[letter] ?? letter).join('')
}

/** Letters to add, take away, replace or swap with a neighbour. */
function stepsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped =
        row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      line[at] = Math.min(
        (above[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = above
    above = line
  }
  return above[other.length] ?? 0
}
