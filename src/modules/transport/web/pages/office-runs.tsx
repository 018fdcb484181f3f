import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatTime } from '#kernel/format.ts'
import { listOfficeRuns, switchOfficeSale, type OfficeRunLine } from '../../office-contract.ts'
import { addDays } from '../address.ts'
import { LegBars } from '../office/leg-bars.tsx'
import { useTexts } from '../office-texts.ts'
import { DayField } from '../office/day-field.tsx'
import { RunBadges } from '../office/run-badges.tsx'

/** Runs of a day, filtered by line and words; the state of the list is in its address. */
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
            <Runs key={`${search.toString()} ${reply.day}`} reply={reply} onChanged={part.reload} />
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
  return {
    ...(/^20\d\d-\d\d-\d\d$/.test(day) && { day }),
    ...(/^[1-9]\d{0,8}$/.test(line) && { lineId: Number(line) }),
    ...(text.trim() !== '' && { text: text.slice(0, 60) }),
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
  return (
    <>
      <form method="get" className="mt-group flex flex-wrap items-end gap-near">
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

function Runs({ reply, onChanged }: { reply: Reply; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { run: work, isWaiting, refusal } = useWork()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { items } = reply
  const changeable = items.filter(isChangeable).map(({ runId }) => runId)
  const choose = (runIds: readonly number[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const runId of runIds)
        if (isChosen) next.add(runId)
        else next.delete(runId)
      return next
    })
  const send = (isOnSale: boolean) =>
    void work(async () => {
      const body = { runIds: [...chosen], isOnSale }
      const { changed } = await browserClient(locale).send(switchOfficeSale, { body })
      setChosen(new Set())
      showToast({ text: t('changedRuns', { count: changed }) })
      onChanged()
    })
  if (items.length === 0) return <EmptyState title={t('runsNone')}>{t('runsNoneNote')}</EmptyState>
  return (
    <>
      <div className="mt-near flex flex-wrap items-center gap-near">
        {changeable.length > 0 && (
          <Checkbox
            label={t('selectPage')}
            checked={changeable.every((runId) => chosen.has(runId))}
            onChange={({ target }) => choose(changeable, target.checked)}
          />
        )}
        {chosen.size > 0 && (
          <>
            <Bulk isWaiting={isWaiting} onPress={() => send(false)}>
              {t('stopSelected', { count: chosen.size })}
            </Bulk>
            <Bulk isWaiting={isWaiting} onPress={() => send(true)}>
              {t('resumeSelected', { count: chosen.size })}
            </Bulk>
          </>
        )}
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <ul className="mt-near border-t border-rule">
        {items.map((run) => (
          <Line
            key={run.runId}
            run={run}
            isChosen={chosen.has(run.runId)}
            onChosen={(isChosen) => choose([run.runId], isChosen)}
          />
        ))}
      </ul>
    </>
  )
}

interface BulkProps {
  readonly isWaiting: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Bulk({ isWaiting, onPress, children }: BulkProps) {
  const t = useTexts()
  return (
    <Button look="quiet" isWaiting={isWaiting} waitingText={t('waiting')} onClick={onPress}>
      {children}
    </Button>
  )
}

function isChangeable({ isOver, state }: OfficeRunLine): boolean {
  return !isOver && state !== 'cancelled'
}

interface LineProps {
  readonly run: OfficeRunLine
  readonly isChosen: boolean
  readonly onChosen: (isChosen: boolean) => void
}

function Line({ run, isChosen, onChosen }: LineProps) {
  const t = useTexts()
  const locale = useLocale()
  const { runId, name, from, to, departsAt, arrivesAt, timeZone, vehicle, sold, held } = run
  const time = formatTime(departsAt, timeZone)
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-near border-b border-rule py-near tablet:grid-cols-[2.75rem_minmax(0,1fr)_14rem]">
      <div>
        {isChangeable(run) && (
          <Checkbox
            label={<span className="sr-only">{t('selectRun', { name, time })}</span>}
            checked={isChosen}
            onChange={({ target }) => onChosen(target.checked)}
          />
        )}
      </div>
      <div className="min-w-0">
        <LocalLink to={`/merchant/runs/${runId}`} className="link font-semibold">
          <When at={departsAt} timeZone={timeZone} show="time" /> · {name}
        </LocalLink>
        <p className="break-words">
          {t('way', { from, to })} (<When at={arrivesAt} timeZone={timeZone} show="time" />)
        </p>
        <p className="text-note text-soft">
          {[vehicle, t('soldOf', { sold: formatCount(locale, sold) })].join(' · ')}
          {held > 0 && ` · ${t('heldOf', { held: formatCount(locale, held) })}`}
        </p>
        <div className="mt-1">
          <RunBadges run={run} />
        </div>
      </div>
      <div className="col-start-2 mt-1 tablet:col-start-3 tablet:mt-0">
        <LegBars run={run} />
      </div>
    </li>
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
