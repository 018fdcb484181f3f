import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import {
  changesOf,
  changesTyped,
  companionsOf,
  companionsTyped,
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

interface CellsProps {
  readonly row: TypedRow
  /** Heading of the row, if it has one. */
  readonly name?: string
  /** Labels by field, in the order of the fields. */
  readonly labels: Readonly<Record<string, string>>
  readonly onType: (key: number, field: string, text: string) => void
}

/** A label below the heading of a row; its name for screen readers begins with the heading. */
export function useCellLabel(name: string | undefined) {
  const t = useTermsTexts()
  return (label: string) =>
    name === undefined ? { label } : { label, 'aria-label': t('fieldOf', { name, label }) }
}

/** The numbers of a row. */
export function Cells({ row, name, labels, onType }: CellsProps) {
  const labelled = useCellLabel(name)
  return Object.entries(labels).map(([field, label]) => (
    <TextField
      key={field}
      {...labelled(label)}
      inputMode="decimal"
      className="figures"
      maxLength={8}
      value={String(row[field] ?? '')}
      onChange={({ target }) => onType(row.key, field, target.value)}
    />
  ))
}

export const rowClass =
  'grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] items-end gap-near border-b border-rule py-near'

/** Of fields with words, which are longer than numbers. */
export const wideCell = 'col-span-full tablet:col-span-2'

/** What a row is about, above its fields. */
export function RowName({ children }: { readonly children: string }) {
  return <p className="col-span-full font-semibold break-words">{children}</p>
}

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
        {rows.map((row, index) => {
          const number = index + 1
          const name = t('tierName', { number })
          const labels = { hours: t('tierHours'), kept: t('tierKept') }
          return (
            <li key={row.key} className={rowClass}>
              <RowName>{name}</RowName>
              <Cells row={row} name={name} labels={labels} onType={type} />
              <Button
                look="quiet"
                aria-label={t('tierRemove', { number })}
                onClick={() => remove(row.key)}
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
  const labels = {
    fee: t('changeFee'),
    until: t('changeUntil'),
    delay: t('changeDelay'),
    nameFee: t('nameFee'),
    nameUntil: t('nameUntil'),
    nameMost: t('nameMost'),
  }
  return (
    <TermsSection
      {...props}
      title={t('changes')}
      note={t('changesNote')}
      name={t('changes')}
      change={changes && { changes }}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] items-end gap-near border-b border-rule py-near">
        {rows.map((row) => (
          <Cells key={row.key} row={row} labels={labels} onType={type} />
        ))}
      </div>
    </TermsSection>
  )
}

export function CompanionsForm(props: FormProps) {
  const t = useTermsTexts()
  const { rows, type } = useRows(() => companionsTyped(props.terms))
  const companions = companionsOf(rows)
  const labels = { alone: t('aloneFromAge'), with: t('companionFromAge') }
  return (
    <TermsSection
      {...props}
      title={t('companions')}
      note={t('companionsNote')}
      name={t('companions')}
      change={companions && { companions }}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] items-end gap-near border-b border-rule py-near">
        {rows.map((row) => (
          <Cells key={row.key} row={row} labels={labels} onType={type} />
        ))}
      </div>
    </TermsSection>
  )
}

export function StepsForm(props: FormProps) {
  const t = useTermsTexts()
  const { rows, type, add, remove } = useRows(() => stepsTyped(props.terms))
  const steps = stepsOf(rows)
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
              <StepFields
                row={row}
                name={t('stepName', { number })}
                lines={props.terms.lines}
                onType={type}
              />
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

interface StepFieldsProps {
  readonly row: TypedRow
  readonly name: string
  readonly lines: FormProps['terms']['lines']
  readonly onType: (key: number, field: string, text: string) => void
}

function StepFields({ row, name, lines, onType }: StepFieldsProps) {
  const t = useTermsTexts()
  const labelled = useCellLabel(name)
  return (
    <>
      <RowName>{name}</RowName>
      <Select
        {...labelled(t('stepKind'))}
        frameClassName={wideCell}
        value={row['kind']}
        onChange={({ target }) => onType(row.key, 'kind', target.value)}
      >
        {stepKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind-${kind}`)}
          </option>
        ))}
      </Select>
      <Select
        {...labelled(t('stepLine'))}
        frameClassName={wideCell}
        value={row['line']}
        onChange={({ target }) => onType(row.key, 'line', target.value)}
      >
        <option value="">{t('allLines')}</option>
        {lines.map(({ lineId, name: line }) => (
          <option key={lineId} value={lineId}>
            {line}
          </option>
        ))}
      </Select>
      <Cells
        row={row}
        name={name}
        labels={{ from: t('stepFrom'), to: t('stepTo'), percent: t('stepPercent') }}
        onType={onType}
      />
    </>
  )
}
