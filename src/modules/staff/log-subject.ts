/** What an entry of a log is about, in words: pure. */
import type { LogNamesView } from '#contract/fields.ts'
import { formatDate } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { TextValues } from '#kernel/texts.ts'

/** A message by its key; the key itself when there is none. */
export type Say = (key: string, values?: TextValues) => string

export interface SubjectInWords {
  /** Kind of the thing, before its name; all of the words when there is no name. */
  readonly kind: string
  readonly name: string | null
  readonly path: string | null
}

const numberForm = /^\d{1,12}$/
const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const dayForm = /^20\d\d-\d\d-\d\d$/
/** Kinds whose things have names: one without a name is no longer there. */
const namedKinds: ReadonlySet<string> = new Set(
  (
    'event show draft order plan line run transport vehicle carrier screening cinema hall ' +
    'shift promo-batch promo-code api-key invitation staff webhook mailing merchant layout payout pass multipass import category order-option'
  ).split(' '),
)

/** A subject such as `event 101`: its kind and its name, or its number when the name is unknown. */
export function subjectInWords(
  subject: string,
  { names, locale, say }: { names: LogNamesView; locale: Locale; say: Say },
): SubjectInWords {
  const whole = textOf(subject, say)
  if (whole !== null) return { kind: whole, name: null, path: null }
  if (dayForm.test(subject))
    return {
      kind: formatDate(locale, `${subject}T12:00:00Z`, { year: true }),
      name: null,
      path: null,
    }
  const space = subject.indexOf(' ')
  const kind = textOf(subject.slice(0, space), say)
  if (space < 0 || kind === null) return { kind: subject, name: null, path: null }
  const id = subject.slice(space + 1)
  const named = Object.hasOwn(names, subject) ? names[subject] : undefined
  if (named) return { kind, name: named.name, path: named.path }
  const isGone = namedKinds.has(subject.slice(0, space))
  if (numberForm.test(id))
    return { kind: say(isGone ? 'logUnknown' : 'logNumber', { kind, id }), name: null, path: null }
  if (uuidForm.test(id))
    return { kind: isGone ? say('logGone', { kind }) : kind, name: null, path: null }
  return { kind, name: id, path: null }
}

function textOf(kind: string, say: Say): string | null {
  const key = `subject-${kind}`
  const words = say(key)
  return words === key ? null : words
}
