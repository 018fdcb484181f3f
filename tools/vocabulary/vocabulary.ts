import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A replaced word, and the term to use instead. */
export interface Replaced {
  readonly pattern: RegExp
  readonly instead: string
}

/** Project-specific names that were replaced by standard terms (docs/decisions/032). */
export const replaced: readonly Replaced[] = [
  { pattern: /\bstoreys?\b/i, instead: 'layer' },
  { pattern: /\bdoor\.ts\b/, instead: 'public-api.ts' },
  {
    pattern: /\b(room|other rooms|rooms)['’]?s? (texts|calls|tests|contract)\b/i,
    instead: 'module',
  },
  { pattern: /\broomTexts\b/, instead: 'moduleTexts' },
  { pattern: /\bgatherers?\b/i, instead: 'request batcher' },
  { pattern: /\bcreateKept\b|\bKeptOptions\b/, instead: 'createTtlCache' },
  { pattern: /\bAnnouncer\b|\bannounce(Places|Claims)\b/, instead: 'change notifications' },
  { pattern: /\b[A-Za-z]*Wish(es|ed)?\b|\bwish(es)?\b/, instead: 'request, filter or selection' },
  { pattern: /(?<![\w/'-])rulebook\b/i, instead: 'rules-admin or sale-rules' },
  { pattern: /\bwaitingroom\b|\bWaitingRoom\b/, instead: 'queue' },
  { pattern: /\b[A-Za-z]*([Uu]ntold)[A-Za-z]*\b/, instead: 'unsynced' },
  { pattern: /\bshelf\b/i, instead: 'offline store' },
  {
    pattern: /\b(ticket|refund|return|plain|account|write|send)[A-Za-z]*Letter\b/,
    instead: 'email',
  },
  { pattern: /\bpurse\b/i, instead: 'payment methods' },
  { pattern: /\bhasWayBack\b/, instead: 'supportsRefund' },
  { pattern: /\bisSentByBuyer\b/, instead: 'isPush' },
  { pattern: /\bborneBy(House|Merchant)/, instead: 'fundedBy' },
  { pattern: /\bcarry-?[oO]ut\b|\bcarryOutQuote\b/, instead: 'executeReturn' },
  { pattern: /\bgiveBack\b/, instead: 'releaseOrder or refund' },
  { pattern: /\b(PlaceClaim|orderClaims)\b/, instead: 'PlaceAllocation, orderAllocations' },
  { pattern: /\breckon(s|ed|ing)?\b/i, instead: 'calculate' },
  { pattern: /\bcall(s|ed)?[ -]off\b/i, instead: 'cancel' },
  {
    pattern: /\b(Latin|Georgian|capital|double|small|two|single) emails\b|\btree of emails\b/i,
    instead: 'letters',
  },
  { pattern: /\bRoom extends\b|\bkeyof Rooms\b/, instead: 'Module' },
  { pattern: /\b(kept card|kept cards)\b/i, instead: 'saved card' },
  { pattern: /\bgood once\b/i, instead: 'valid once' },
  { pattern: /\bthe house(['’]s)?\b/i, instead: 'the platform (or the hall)' },
  { pattern: /\bwhoever runs (the|this) (shop|installation|platform)\b/i, instead: 'operators' },
  {
    pattern: /\bwhoever (listens (is|counts)|has something to do)\b/i,
    instead: 'the client, the caller',
  },
]

/** Exceptions where a replaced word is allowed: names of stored columns. */
const exempt: Readonly<Record<string, RegExp>> = {
  'src/modules/orders/server/store.ts': /\bo\.wish\b/,
  'src/modules/orders/server/insert-parts.ts': /\bwish,/,
}

const skipped =
  /^(tools\/vocabulary|db\/seeds\/(content|posters)|src\/platform\/database\/types\.ts|src\/modules\/search\/tests)|\/messages\/|docs\/(words|GLOSSARY|decisions\/032)/

/** Every line of code, comments and documents with a replaced word: `file:line: word → instead`. */
export function replacedWords(root: string): string[] {
  const patterns = [
    '{src,tools,fakes,bench,tests,db}/**/*.{ts,tsx,css}',
    '{README,CHANGELOG}.md',
    '{docs,src}/**/*.md',
  ]
  const files = globSync(patterns, { cwd: root }).map((file) => file.split(path.sep).join('/'))
  return files.toSorted().flatMap((file) => {
    if (skipped.test(file)) return []
    const text = readFileSync(path.join(root, file), 'utf8')
    // A few searches of the whole text are a fraction of the searches of each line.
    if (!replaced.some(({ pattern }) => pattern.test(text))) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        wordsOf(line, exempt[file]).map((found) => `${file}:${index + 1}: ${found}`),
      )
  })
}

/** The replaced words of one line, with the terms to use instead. */
export function wordsOf(line: string, allowed?: RegExp): string[] {
  if (allowed?.test(line)) return []
  return replaced.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(line)?.[0]
    return found === undefined ? [] : [`${found} → ${instead}`]
  })
}
