import type { LogNamesView } from '#contract/fields.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import type { StaffLogEntry } from '../../team-contract.ts'
import { factsInWords } from '../../log-facts.ts'
import { subjectInWords, type Say } from '../../log-subject.ts'
import { useTexts } from '../texts.ts'

/** Kinds of changes, by the prefix of their action. */
export const logKinds = [
  'staff',
  'api-keys',
  'widget',
  'shows',
  'orders',
  'messages',
  'promotions',
  'webhooks',
  'requests',
  'entrance',
  'dates',
  'designer',
  'cinema',
  'runs',
  'line-fares',
  'vehicles',
  'carrier-terms',
  'counter',
  'money',
] as const

interface LogEntryProps {
  readonly entry: StaffLogEntry
  /** Names of what the entries of the page are about. */
  readonly names: LogNamesView
  /** The organiser, in a log of several organisers. */
  readonly merchantName?: string
}

type Texts = ReturnType<typeof useTexts>

/** Text of an action of staff; null when it has none. */
export function useActionText(): (action: string) => string | null {
  const t = useTexts()
  return (action) => {
    const key = `action-${action}`
    const words = t(key as Parameters<Texts>[0])
    return words === key ? null : words
  }
}

/** One change: who, when, what, and the previous values. */
export function LogEntry({ entry, names, merchantName }: LogEntryProps) {
  const t = useTexts()
  const locale = useLocale()
  const actionText = useActionText()
  const { at, staffName, keyName, action, subject, before, after } = entry
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 border-b border-rule py-near">
      <time dateTime={at} className="figures w-44 shrink-0 text-soft">
        {formatDateTime(locale, at)}
      </time>
      <div className="min-w-0 grow basis-72">
        <p className="break-words">
          {merchantName !== undefined && <span>{merchantName} · </span>}
          <span className="font-semibold">{staffName || t('logShop')}</span>{' '}
          {keyName !== null && <span>({t('logKey', { name: keyName })}) </span>}
          <LogDeed action={actionText(action) ?? action} subject={subject} names={names} />
        </p>
        <LogFacts label={t('logBefore')} facts={before} other={after} names={names} />
        <LogFacts label={t('logAfter')} facts={after} other={before} names={names} />
      </div>
    </li>
  )
}

interface LogDeedProps {
  /** What was done, in words. */
  readonly action: string
  readonly subject: string
  readonly names: LogNamesView
  /** Texts of kinds that only operators' entries have; null for any other key. */
  readonly textOf?: (key: string) => string | null
}

/** What was done to what, with a link to the page of the thing if it has one. */
export function LogDeed({ action, subject, names, textOf }: LogDeedProps) {
  const t = useTexts()
  const locale = useLocale()
  const say: Say = (key, values) => textOf?.(key) ?? t(key as Parameters<Texts>[0], values)
  const { kind, name, path } = subjectInWords(subject, { names, locale, say })
  // “Added a promo code” already says what the name belongs to.
  const isSaid = action.toLowerCase().includes(kind.toLowerCase())
  return (
    <>
      <span className="text-soft">{inSentence(action)}</span>
      {name === null && isSaid ? '' : ': '}
      {!isSaid && `${kind} `}
      {name !== null &&
        (path === null ? (
          name
        ) : (
          <LocalLink to={path} className="link">
            {name}
          </LocalLink>
        ))}
    </>
  )
}

/** Filters list actions with a capital; after a name they continue its sentence. */
function inSentence(action: string): string {
  return action.charAt(0).toLowerCase() + action.slice(1)
}

interface LogFactsProps {
  /** Which side of a change they are. */
  readonly label?: string
  readonly facts: Readonly<Record<string, unknown>>
  /** The other side of the change, if it has one. */
  readonly other?: Readonly<Record<string, unknown>>
  readonly names: LogNamesView
}

/** Fields of a log entry with their names and values in words. */
export function LogFacts({ label, facts, other = {}, names }: LogFactsProps) {
  const t = useTexts()
  const locale = useLocale()
  const say: Say = (key, values) => t(key as Parameters<Texts>[0], values)
  const shown = factsInWords(facts, { locale, say, names }, other)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-near text-note text-soft">
      {label !== undefined && <span className="font-semibold">{label}:</span>}
      <dl className="flex min-w-0 flex-wrap gap-x-near">
        {shown.map(({ name, value }) => (
          <div key={name} className="flex min-w-0 flex-wrap gap-x-1">
            <dt>{name}:</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
