import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import {
  changesOf,
  changesTyped,
  stepKinds,
  stepsOf,
  stepsTyped,
  tiersOf,
  tiersTyped,
  type TypedRow,
} from './terms-drafts.ts'
import { TermsSection, type FormProps } from './terms-section.tsx'
import { useTermsTexts } from './terms-texts.ts'

/** Rows of typed fields. */
export function useRows(initial: () => TypedRow[]) {
  const [rows, setRows] = useState<readonly TypedRow[]>(initial)
  return {
    rows,
    type: (key: number, field: string, text: string) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, [field]: text } : row))),
    add: (row: Omit<TypedRow, 'key'>) =>
      setRows([...rows, { ...row, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }]),
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
  }
}

interface CellProps {
  readonly label: string
  readonly value: string | number | undefined
  readonly onType: (text: string) => void
}

export function Cell({ label, value, onType }: CellProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      className="figures"
      maxLength={8}
      value={String(value ?? '')}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

export const rowClass =
  'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-near border-b border-rule py-near'

export function TiersForm(props: FormProps) {
  const t = useTermsTexts()
  const { rows, type, add, remove } = useRows(() => tiersTyped(props.terms))
  const tiers = tiersOf(rows)
  return (
    <TermsSection
      {...props}
      title={t('refunds')}
      note={t('refundsNote')}
      name={t('refunds')}
      change={tiers && { refundTiers: tiers }}
    >
      {rows.length === 0 && <p>{t('tiersNone')}</p>}
      <ul>
        {rows.map(({ key, hours, kept }, index) => {
          const number = index + 1
          return (
            <li key={key} className={rowClass}>
              <Cell
                label={t('tierHours', { number })}
                value={hours}
                onType={(text) => type(key, 'hours', text)}
              />
              <Cell
                label={t('tierKept', { number })}
                value={kept}
                onType={(text) => type(key, 'kept', text)}
              />
              <Button
                look="quiet"
                aria-label={t('tierRemove', { number })}
                onClick={() => remove(key)}
              >
                {t('remove')}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button look="quiet" className="mt-near" onClick={() => add({ hours: '', kept: '' })}>
        {t('tierAdd')}
      </Button>
    </TermsSection>
  )
}

export function ChangesForm(props: FormProps) {
  const t = useTermsTexts()
  const { rows, type } = useRows(() => changesTyped(props.terms))
  const changes = changesOf(rows)
  const labels = { fee: 'changeFee', until: 'changeUntil', delay: 'changeDelay' } as const
  return (
    <TermsSection
      {...props}
      title={t('changes')}
      note={t('changesNote')}
      name={t('changes')}
      change={changes && { changes }}
    >
      <div className={rowClass}>
        {(['fee', 'until', 'delay'] as const).map((field) => (
          <Cell
            key={field}
            label={t(labels[field])}
            value={rows[0]?.[field]}
            onType={(text) => type(0, field, text)}
          />
        ))}
      </div>
    </TermsSection>
  )
}

export function StepsForm(props: FormProps) {
  const t = useTermsTexts()
  const { rows, type, add, remove } = useRows(() => stepsTyped(props.terms))
  const steps = stepsOf(rows)
  const cells = { from: 'stepFrom', to: 'stepTo', percent: 'stepPercent' } as const
  return (
    <TermsSection
      {...props}
      title={t('steps')}
      note={`${t('stepsNote')} ${t('seasonHint')}`}
      name={t('steps')}
      change={steps && { steps }}
    >
      {rows.length === 0 && <p>{t('stepsNone')}</p>}
      <ul>
        {rows.map((row, index) => {
          const number = index + 1
          return (
            <li key={row.key} className={rowClass}>
              <Select
                label={t('stepKind', { number })}
                value={row['kind']}
                onChange={({ target }) => type(row.key, 'kind', target.value)}
              >
                {stepKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`kind-${kind}`)}
                  </option>
                ))}
              </Select>
              <Select
                label={t('stepLine', { number })}
                value={row['line']}
                onChange={({ target }) => type(row.key, 'line', target.value)}
              >
                <option value="">{t('allLines')}</option>
                {props.terms.lines.map(({ lineId, name }) => (
                  <option key={lineId} value={lineId}>
                    {name}
                  </option>
                ))}
              </Select>
              {(['from', 'to', 'percent'] as const).map((field) => (
                <Cell
                  key={field}
                  label={t(cells[field], { number })}
                  value={row[field]}
                  onType={(text) => type(row.key, field, text)}
                />
              ))}
              <Button
                look="quiet"
                aria-label={t('stepRemove', { number })}
                onClick={() => remove(row.key)}
              >
                {t('remove')}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        look="quiet"
        className="mt-near"
        onClick={() => add({ kind: 'weekday', line: '', from: '', to: '', percent: '100' })}
      >
        {t('stepAdd')}
      </Button>
    </TermsSection>
  )
}
