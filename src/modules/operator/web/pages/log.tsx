import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { listOperatorLog, type LogEntryView } from '../../contract.ts'
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
  const { entries, next } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('logPageTitle')}</title>
      <PageTitle look="office">{t('logTitle')}</PageTitle>
      {entries.length === 0 ? (
        <p className="mt-6 border-t border-rule pt-4 text-soft">{t('logEmpty')}</p>
      ) : (
        <ol className="mt-6 border-t border-rule">
          {entries.map((entry) => (
            <Entry key={entry.logId} entry={entry} />
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

function Entry({ entry }: { entry: LogEntryView }) {
  const t = useTexts()
  const locale = useLocale()
  const detail = Object.entries(entry.detail)
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-rule py-3">
      <time dateTime={entry.at} className="figures w-44 shrink-0 text-soft">
        {formatDateTime(locale, entry.at)}
      </time>
      <div className="min-w-0 grow">
        <p>
          <span className="font-semibold">{entry.operatorName || t('commandLine')}</span>{' '}
          <span className="text-soft">{entry.action}</span> {entry.subject}
        </p>
        {detail.length > 0 && (
          <p className="text-note break-all text-soft">{JSON.stringify(entry.detail)}</p>
        )}
      </div>
    </li>
  )
}
