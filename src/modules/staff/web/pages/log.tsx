import { useState } from 'react'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { listStaffLog } from '../../team-contract.ts'
import { LogEntry, logKinds } from '../parts/log-entry.tsx'
import { useTexts } from '../texts.ts'

const noFilter = { staffId: '', action: '', dateFrom: '', dateTo: '' }

/** Change log of the organiser, newest first. */
export default function LogPage() {
  const t = useTexts()
  const [filter, setFilter] = useState(noFilter)
  const [before, setBefore] = useState<number | null>(null)
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const query = { ...given, ...(before === null ? {} : { before }) }
  const log = useLoaded(listStaffLog, { query })
  const choose = (part: Partial<typeof noFilter>) => {
    setBefore(null)
    setFilter((was) => ({ ...was, ...part }))
  }
  return (
    <>
      <title>{t('logTitle')}</title>
      <PageTitle look="office">{t('logTitle')}</PageTitle>
      <p className="mt-1 text-soft">{t('logNote')}</p>
      <div className="mt-group grid items-end gap-near tablet:flex tablet:flex-wrap">
        <Select
          label={t('logWho')}
          value={filter.staffId}
          onChange={({ target }) => choose({ staffId: target.value })}
        >
          <option value="">{t('logEverybody')}</option>
          {log.loaded.value?.people.map(({ staffId, fullName }) => (
            <option key={staffId} value={staffId}>
              {fullName}
            </option>
          ))}
        </Select>
        <Select
          label={t('logKind')}
          value={filter.action}
          onChange={({ target }) => choose({ action: target.value })}
        >
          <option value="">{t('logAll')}</option>
          {logKinds.map((kind) => (
            <option key={kind} value={`${kind}.`}>
              {t(`kind-${kind}`)}
            </option>
          ))}
        </Select>
        <DateField
          frameClassName="min-w-52"
          label={t('logFrom')}
          value={filter.dateFrom}
          onChange={({ target }) => choose({ dateFrom: target.value })}
        />
        <DateField
          frameClassName="min-w-52"
          label={t('logUntil')}
          value={filter.dateTo}
          onChange={({ target }) => choose({ dateTo: target.value })}
        />
        <TableLinks
          href={`/v2/merchantusers/log.csv?${new URLSearchParams(given).toString()}`}
          label={t('logExport')}
        />
      </div>
      <LoadedPart of={log} className="mt-group">
        {({ entries, names, next }) =>
          entries.length === 0 ? (
            <EmptyState
              title={t(Object.keys(given).length > 0 ? 'logEmptyFiltered' : 'logEmpty')}
            />
          ) : (
            <>
              <ol className="mt-group border-t border-rule">
                {entries.map((entry) => (
                  <LogEntry key={entry.logId} entry={entry} names={names} />
                ))}
              </ol>
              {next !== null && (
                <Button look="quiet" className="mt-group" onClick={() => setBefore(next)}>
                  {t('logOlder')}
                </Button>
              )}
            </>
          )
        }
      </LoadedPart>
    </>
  )
}
