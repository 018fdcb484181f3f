import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { ownTexts } from '#design/own-texts.ts'
import type { LogNamesView } from '#contract/fields.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { LogDeed, LogFacts, useActionText } from '#modules/staff/web/parts/log-entry.tsx'
import { listOperatorLog, type LogEntryView } from '../../contract.ts'
import english from '../../messages/log-en.json'
import georgian from '../../messages/log-ka.json'
import { useTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const before = url.searchParams.get('before') ?? undefined
  const query = before === undefined ? {} : { before }
  return signInFirst(calls, url, calls.send(listOperatorLog, { query }))
}

/** Change log of operators, newest first. */
export default function LogPage() {
  const t = useTexts()
  const { entries, names, next } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('logPageTitle')}</title>
      <PageTitle look="office">{t('logTitle')}</PageTitle>
      {entries.length === 0 ? (
        <p className="mt-6 border-t border-rule pt-4 text-soft">{t('logEmpty')}</p>
      ) : (
        <ol className="mt-6 border-t border-rule">
          {entries.map((entry) => (
            <Entry key={entry.logId} entry={entry} names={names} />
          ))}
        </ol>
      )}
      {next !== null && (
        <LinkButton look="quiet" to={`/operator/log?before=${next}`} className="mt-6">
          {t('logOlder')}
        </LinkButton>
      )}
    </>
  )
}

const useLogTexts = ownTexts(georgian, english)

interface EntryProps {
  readonly entry: LogEntryView
  readonly names: LogNamesView
}

function Entry({ entry, names }: EntryProps) {
  const t = useTexts()
  const locale = useLocale()
  const { action, textOf } = useLogWords()
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-rule py-3">
      <time dateTime={entry.at} className="figures w-44 shrink-0 text-soft">
        {formatDateTime(locale, entry.at)}
      </time>
      <div className="min-w-0 grow basis-72">
        <p className="break-words">
          <span className="font-semibold">{entry.operatorName || t('commandLine')}</span>{' '}
          <LogDeed
            action={action(entry.action)}
            subject={entry.subject}
            names={names}
            textOf={textOf}
          />
        </p>
        <LogFacts facts={entry.detail} names={names} />
      </div>
    </li>
  )
}

/** Actions and subjects in words; what has no text keeps its name. Organisers' staff share some of the actions. */
function useLogWords() {
  const t = useLogTexts()
  const actionOfStaff = useActionText()
  const textOf = (key: string): string | null => {
    const words = t(key as Parameters<typeof t>[0])
    return words === key ? null : words
  }
  return {
    action: (name: string) => textOf(`action-${name}`) ?? actionOfStaff(name) ?? name,
    textOf,
  }
}
