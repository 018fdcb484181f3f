import { useSearchParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { listOfficeRuns, officeRunSorts } from '../../office-contract.ts'
import { addDays } from '../address.ts'
import { useTexts } from '../office-texts.ts'
import { DayField } from '../office/day-field.tsx'
import { RunList } from '../office/run-list.tsx'

/** Runs of a day, filtered by line and words, sorted; the state of the list is in its address. */
export default function OfficeRunsPage() {
  const t = useTexts()
  const [search] = useSearchParams()
  const query = queryOf(search)
  const part = useLoaded(listOfficeRuns, { query })
  return (
    <>
      <title>{t('runsTitle')}</title>
      <PageTitle look="office">{t('runsTitle')}</PageTitle>
      <p className="mt-1 text-soft">{t('runsNote')}</p>
      <LoadedPart of={part} className="mt-group">
        {(reply) => (
          <>
            <Filter key={search.toString()} reply={reply} search={search} />
            <RunList
              key={`${addressOf(search, { sort: '', offset: String(query.offset ?? 0) })} ${reply.day}`}
              runs={reply.items}
              onChanged={part.reload}
              sorting={{
                current: query.sort ?? 'departure',
                addressOf: (sort) => addressOf(search, { sort }),
              }}
            />
            <Pages reply={reply} search={search} />
          </>
        )}
      </LoadedPart>
    </>
  )
}

type Reply = ReplyOf<typeof listOfficeRuns>

/** Invalid values of the address are ignored. */
function queryOf(search: URLSearchParams) {
  const [day, line, text, offset] = ['day', 'line', 'text', 'offset'].map(
    (name) => search.get(name) ?? '',
  ) as [string, string, string, string]
  const sort = officeRunSorts.find((one) => one === search.get('sort'))
  return {
    ...(/^20\d\d-\d\d-\d\d$/.test(day) && { day }),
    ...(/^[1-9]\d{0,8}$/.test(line) && { lineId: Number(line) }),
    ...(text.trim() !== '' && { text: text.slice(0, 60) }),
    ...(sort && { sort }),
    ...(/^[1-9]\d{0,3}$/.test(offset) && { offset: Number(offset) }),
  }
}

function addressOf(search: URLSearchParams, part: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(search)
  next.delete('offset')
  for (const [name, value] of Object.entries(part)) next.set(name, value)
  return `/merchant/runs?${next.toString()}`
}

function Filter({ reply, search }: { reply: Reply; search: URLSearchParams }) {
  const t = useTexts()
  const locale = useLocale()
  const { day, lines, total } = reply
  const { sort } = queryOf(search)
  return (
    <>
      <form method="get" className="mt-group flex flex-wrap items-end gap-near">
        {sort && <input type="hidden" name="sort" value={sort} />}
        <DayField key={day} label={t('day')} name="day" min="2020-01-01" day={day} />
        <Select
          label={t('line')}
          name="line"
          defaultValue={search.get('line') ?? ''}
          frameClassName="min-w-0 max-w-full"
        >
          <option value="">{t('allLines')}</option>
          {lines.map(({ lineId, name }) => (
            <option key={lineId} value={lineId}>
              {name}
            </option>
          ))}
        </Select>
        <TextField
          label={t('search')}
          name="text"
          type="search"
          maxLength={60}
          defaultValue={search.get('text') ?? ''}
        />
        <Button type="submit" look="quiet">
          {t('show')}
        </Button>
      </form>
      <div className="mt-group flex flex-wrap items-center justify-between gap-near">
        <h2 className="text-lg font-bold">
          {formatDate(locale, `${day}T12:00:00Z`, { weekday: true })}
          {total > 0 && ` · ${t('runsCount', { count: total })}`}
        </h2>
        <div className="flex flex-wrap gap-near">
          <LinkButton look="quiet" to={addressOf(search, { day: addDays(day, -1) })}>
            {t('previousDay')}
          </LinkButton>
          <LinkButton look="quiet" to={addressOf(search, { day: addDays(day, 1) })}>
            {t('nextDay')}
          </LinkButton>
        </div>
      </div>
    </>
  )
}

function Pages({ reply, search }: { reply: Reply; search: URLSearchParams }) {
  const t = useTexts()
  const { total, items, next } = reply
  const from = next === null ? total - items.length : next - items.length
  if (total === items.length) return null
  return (
    <nav className="mt-group flex flex-wrap items-center gap-near" aria-label={t('runsTitle')}>
      <span className="figures">
        {t('runsOf', { from: from + 1, to: from + items.length, total })}
      </span>
      {next !== null && (
        <LinkButton look="quiet" to={addressOf(search, { offset: String(next) })}>
          {t('morePages')}
        </LinkButton>
      )}
      {from > 0 && (
        <LinkButton look="quiet" to={addressOf(search, {})}>
          {t('firstPage')}
        </LinkButton>
      )}
    </nav>
  )
}
