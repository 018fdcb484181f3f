import { Form, useLoaderData, useSubmit, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { listMerchantLog } from '../../team-contract.ts'
import { LogEntry, logKinds } from '../parts/log-entry.tsx'
import { useTexts } from '../texts.ts'

const names = ['merchantId', 'action', 'dateFrom', 'dateTo'] as const

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const filters = Object.fromEntries(
    [...names, 'before'].flatMap((name) => {
      const value = url.searchParams.get(name)?.slice(0, 40) ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const log = calls.send(listMerchantLog, { query: filters })
  return { ...(await signInFirst(calls, url, log)), filters }
}

/** Change logs of all organisers, newest first, filtered by organiser, kind and day. */
export default function MerchantsLogPage() {
  const t = useTexts()
  const submit = useSubmit()
  const { entries, names: known, next, merchants, filters } = useLoaderData<typeof loader>()
  const older = new URLSearchParams({ ...filters, before: String(next) })
  return (
    <>
      <title>{t('merchantsLogTitle')}</title>
      <PageTitle look="office">{t('merchantsLogTitle')}</PageTitle>
      <p className="mt-1 text-soft">{t('logNote')}</p>
      <Form
        className="mt-group flex flex-wrap items-end gap-near"
        onChange={({ currentTarget }) => void submit(currentTarget)}
      >
        <Select
          label={t('merchantsLogWhose')}
          name="merchantId"
          defaultValue={filters['merchantId']}
        >
          <option value="">{t('logAllOrganisers')}</option>
          {merchants.map(({ merchantId, name }) => (
            <option key={merchantId} value={merchantId}>
              {name}
            </option>
          ))}
        </Select>
        <Select label={t('logKind')} name="action" defaultValue={filters['action']}>
          <option value="">{t('logAll')}</option>
          {logKinds.map((kind) => (
            <option key={kind} value={`${kind}.`}>
              {t(`kind-${kind}`)}
            </option>
          ))}
        </Select>
        <DateField label={t('logFrom')} name="dateFrom" defaultValue={filters['dateFrom']} />
        <DateField label={t('logUntil')} name="dateTo" defaultValue={filters['dateTo']} />
        <Button type="submit" look="quiet">
          {t('logShow')}
        </Button>
      </Form>
      {entries.length === 0 ? (
        <EmptyState title={t(Object.keys(filters).length > 0 ? 'logEmptyFiltered' : 'logEmpty')} />
      ) : (
        <ol className="mt-group border-t border-rule">
          {entries.map((entry) => (
            <LogEntry
              key={entry.logId}
              entry={entry}
              names={known}
              merchantName={entry.merchantName}
            />
          ))}
        </ol>
      )}
      {next !== null && (
        <LinkButton look="quiet" to={`/operator/merchants-log?${older}`} className="mt-group">
          {t('logOlder')}
        </LinkButton>
      )}
    </>
  )
}
