import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { changeFares, type readFares } from '../../fares-contract.ts'
import { useTexts } from '../office-texts.ts'
import { amountOf, FaresTable, fareKey, findRows } from './fares-table.tsx'
import { changedBy, majorText, minorOfText } from './money-text.ts'

type Fares = ReplyOf<typeof readFares>
type Outcome = ReplyOf<typeof changeFares>

interface FaresFormProps {
  readonly fares: Fares
  readonly onChanged: () => void
}

/** Prices by destination and class; changes are compared before they are saved. */
export function FaresForm({ fares, onChanged }: FaresFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [days, setDays] = useState({ from: fares.date, until: '', isBothWays: true })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [percent, setPercent] = useState('')
  const [search, setSearch] = useState('')
  const change = (next: ReadonlyMap<string, string>) => {
    setTyped(next)
    setOutcome(null)
  }
  const prices = changedPrices(fares, typed)
  const isWrong = prices.some(({ text, priceMinor }) => priceMinor === null && text !== '')
  const isReady = prices.length > 0 && !isWrong
  const send = (isDryRun: boolean) =>
    run(async () => {
      const body = { ...bodyOf(fares, days, prices), isDryRun }
      const reply = await browserClient(locale).send(changeFares, { body })
      setOutcome(isDryRun ? reply : null)
      if (isDryRun) return
      showToast({ text: t('faresSaved') })
      setTyped(new Map())
      onChanged()
    })
  const found = { ...fares, rows: findRows(fares, search) }
  const applyPercent = () => {
    const by = Number(percent.replace(',', '.'))
    if (percent !== '' && !Number.isNaN(by))
      change(new Map([...typed, ...changedByPercent(found, by)]))
  }
  return (
    <form
      className="mt-group space-y-group"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send(outcome === null)
      }}
    >
      <FaresTable
        fares={fares}
        {...{ search, typed }}
        onSearch={setSearch}
        onTyped={(key, text) => change(new Map(typed).set(key, text))}
      />
      <div className="flex flex-wrap items-end gap-near">
        <TextField
          label={t(found.rows.length < fares.rows.length ? 'farePercentFound' : 'farePercent')}
          inputMode="decimal"
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
        />
        <Button look="quiet" onClick={applyPercent}>
          {t('farePercentApply')}
        </Button>
      </div>
      <ChangePanel
        days={days}
        onDays={(next) => {
          setDays(next)
          setOutcome(null)
        }}
        outcome={outcome}
        count={prices.length}
        {...{ isWrong, isReady, isWaiting, refusal }}
      />
    </form>
  )
}

interface ChangedPrice {
  readonly toStopId: number
  readonly classId: number
  readonly text: string
  /** Null if the field is empty or contains no amount. */
  readonly priceMinor: number | null
}

function cellsOf({ rows }: Fares) {
  return rows.flatMap(({ toStopId, cells }) =>
    cells.map((cell) => ({ toStopId, cell, key: fareKey(toStopId, cell.classId) })),
  )
}

function changedPrices(fares: Fares, typed: ReadonlyMap<string, string>): ChangedPrice[] {
  return cellsOf(fares).flatMap(({ toStopId, cell, key }) => {
    const text = typed.get(key)
    if (text === undefined || text === majorText(cell.adultMinor, cell.currency)) return []
    return [{ toStopId, classId: cell.classId, text, priceMinor: minorOfText(text, cell.currency) }]
  })
}

function changedByPercent(fares: Fares, percent: number): ReadonlyMap<string, string> {
  return new Map(
    cellsOf(fares).flatMap(({ cell, key }) =>
      cell.adultMinor === null
        ? []
        : [[key, majorText(changedBy(cell.adultMinor, percent), cell.currency)]],
    ),
  )
}

function bodyOf(
  { lineId, fromStopId, channel }: Fares,
  days: ChangePanelProps['days'],
  prices: readonly ChangedPrice[],
) {
  return {
    lineId: lineId ?? 0,
    channel,
    validFrom: days.from,
    validUntil: days.until === '' ? null : days.until,
    isBothWays: days.isBothWays,
    prices: prices.map(({ toStopId, classId, priceMinor }) => ({
      fromStopId: fromStopId ?? 0,
      toStopId,
      classId,
      priceMinor,
    })),
  }
}

interface ChangePanelProps {
  readonly days: { readonly from: string; readonly until: string; readonly isBothWays: boolean }
  readonly onDays: (days: ChangePanelProps['days']) => void
  /** Of the dry run; null until the prices have been compared. */
  readonly outcome: Outcome | null
  /** Number of changed prices. */
  readonly count: number
  readonly isWrong: boolean
  readonly isReady: boolean
  readonly isWaiting: boolean
  readonly refusal: string | null
}

/** Days of a change, its effects, and the button that first compares and then saves. */
function ChangePanel({ days, onDays, outcome, count, isWrong, ...state }: ChangePanelProps) {
  const t = useTexts()
  const { isReady, isWaiting, refusal } = state
  return (
    <Panel title={t('faresChange')} note={t('faresChangeNote')} look="ruled">
      <div className="flex flex-wrap items-end gap-near">
        <DateField
          label={t('fareValidFrom')}
          required
          value={days.from}
          onChange={({ target }) => onDays({ ...days, from: target.value })}
        />
        <DateField
          label={t('fareValidUntil')}
          placeholder={t('fareNoEnd')}
          value={days.until}
          onChange={({ target }) => onDays({ ...days, until: target.value })}
        />
      </div>
      <Checkbox
        label={t('fareBothWays')}
        checked={days.isBothWays}
        onChange={({ target }) => onDays({ ...days, isBothWays: target.checked })}
      />
      {isWrong && <p className="font-semibold text-accent">{t('fareWrong')}</p>}
      {refusal && <Notice>{refusal}</Notice>}
      {outcome && <Effects outcome={outcome} />}
      <Button
        type="submit"
        className="mt-near"
        aria-disabled={!isReady || undefined}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
      >
        {outcome ? t('faresSave') : t('faresCheck', { count })}
      </Button>
    </Panel>
  )
}

function Effects({ outcome }: { outcome: Outcome }) {
  const t = useTexts()
  const locale = useLocale()
  const { effects, runs, sold } = outcome
  const words = (minor: number | null, currency: string) =>
    minor === null ? t('fareNotSold') : amountOf(locale, minor, currency)
  return (
    <div aria-live="polite" className="mt-near">
      <p className="font-semibold">
        {t('fareEffects', { count: effects.length, runs: formatCount(locale, runs) })}
      </p>
      {sold > 0 && (
        <p className="text-soft">{t('fareSold', { sold: formatCount(locale, sold) })}</p>
      )}
      <ul className="mt-tight max-h-72 overflow-y-auto border-t border-rule">
        {effects.map(({ from, to, className, beforeMinor, afterMinor, currency }) => (
          <li key={`${from} ${to} ${className}`} className="border-b border-rule py-1 break-words">
            {t('way', { from, to })}, {className}:{' '}
            <span className="figures">
              {words(beforeMinor, currency)} →{'\u00A0'}
              <b>{words(afterMinor, currency)}</b>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
