import type { ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { riderProofs } from '#modules/timetable/shapes.ts'
import {
  baggageOf,
  baggageTyped,
  riderKinds,
  ridersOf,
  ridersTyped,
  type TypedRow,
} from './terms-drafts.ts'
import { Cells, RowName, rowClass, useCellLabel, useRows, wideCell } from './terms-forms.tsx'
import { TermsSection, type FormProps } from './terms-section.tsx'
import { useTermsTexts } from './terms-texts.ts'

/** The category that every offer needs. */
const usualRider = 'adult'

export function RidersForm(props: FormProps) {
  const t = useTermsTexts()
  const list = useRows(() => ridersTyped(props.terms))
  const riders = ridersOf(list.rows)
  const taken = new Set(list.rows.flatMap(({ id, kind }) => [id, kind]))
  return (
    <TermsSection
      {...props}
      title={t('riders')}
      note={t('ridersNote')}
      name={t('riders')}
      change={riders && { riders }}
    >
      <NamedRows
        list={list}
        blank={{ kind: 'other', proof: '', discount: '', from: '', to: '' }}
        labels={{ discount: 'riderDiscount', from: 'riderFrom', to: 'riderTo' }}
        words={{ added: 'newRider', add: 'riderAdd' }}
        mayRetire={({ id }) => id !== usualRider}
        renderChoices={(row, name) => (
          <RiderChoices row={row} name={name} taken={taken} onType={list.type} />
        )}
      />
    </TermsSection>
  )
}

interface RiderChoicesProps {
  readonly row: TypedRow
  readonly name: string
  /** Kinds that the carrier sells already. */
  readonly taken: ReadonlySet<string | number | undefined>
  readonly onType: (key: number, field: string, text: string) => void
}

/** What a new kind of passengers is, and how it is proved. */
function RiderChoices({ row, name, taken, onType }: RiderChoicesProps) {
  const t = useTermsTexts()
  const labelled = useCellLabel(name)
  return (
    <>
      <Select
        {...labelled(t('riderKind'))}
        frameClassName={wideCell}
        value={row['kind']}
        onChange={({ target }) => onType(row.key, 'kind', target.value)}
      >
        <option value="other">{t('rider-other')}</option>
        {riderKinds
          .filter((kind) => kind === row['kind'] || !taken.has(kind))
          .map((kind) => (
            <option key={kind} value={kind}>
              {t(`rider-${kind}`)}
            </option>
          ))}
      </Select>
      <Select
        {...labelled(t('riderProof'))}
        frameClassName={wideCell}
        value={row['proof']}
        onChange={({ target }) => onType(row.key, 'proof', target.value)}
      >
        <option value="">{t('proof-none')}</option>
        {riderProofs.map((proof) => (
          <option key={proof} value={proof}>
            {t(`proof-${proof}`)}
          </option>
        ))}
      </Select>
    </>
  )
}

export function BaggageForm(props: FormProps) {
  const t = useTermsTexts()
  const list = useRows(() => baggageTyped(props.terms))
  const baggage = baggageOf(list.rows)
  return (
    <TermsSection
      {...props}
      title={t('baggage')}
      note={t('baggageNote')}
      name={t('baggage')}
      change={baggage && { baggage }}
    >
      {list.rows.length === 0 && <p>{t('baggageNone')}</p>}
      <NamedRows
        list={list}
        blank={{ price: '', most: '1', capacity: '' }}
        labels={{ price: 'baggagePrice', most: 'baggageMost', capacity: 'baggageCapacity' }}
        words={{ added: 'newBaggage', add: 'baggageAdd' }}
      />
    </TermsSection>
  )
}

type TextKey = Parameters<ReturnType<typeof useTermsTexts>>[0]

interface NamedRowsProps {
  readonly list: ReturnType<typeof useRows>
  /** Fields of a new row. */
  readonly blank: Readonly<Record<string, string>>
  /** Numbers of each row, and their labels. */
  readonly labels: Readonly<Record<string, TextKey>>
  readonly words: { readonly added: TextKey; readonly add: TextKey }
  readonly mayRetire?: (row: TypedRow) => boolean
  /** What is chosen once, for a new row. */
  readonly renderChoices?: (row: TypedRow, name: string) => ReactNode
}

/** What has a name and is retired instead of removed: rows that are sold, a button that adds one, and what is sold no more. */
function NamedRows({ list, blank, labels, words, mayRetire, renderChoices }: NamedRowsProps) {
  const t = useTermsTexts()
  const { rows, type, add, remove } = list
  const sold = rows.filter((row) => row['retired'] !== 'yes')
  const retired = rows.filter((row) => row['retired'] === 'yes')
  const isNew = (row: TypedRow) => row['id'] === ''
  const fresh = rows.filter(isNew)
  const shown = Object.fromEntries(
    Object.entries(labels).map(([field, label]) => [field, t(label)]),
  )
  const nameOf = (row: TypedRow) =>
    isNew(row) ? t(words.added, { number: fresh.indexOf(row) + 1 }) : String(row['name'])
  return (
    <>
      <ul>
        {sold.map((row) => {
          const name = nameOf(row)
          return (
            <li key={row.key} className={rowClass}>
              <RowName>{name}</RowName>
              {isNew(row) && (
                <>
                  <Name row={row} name={name} language="ka" onType={type} />
                  <Name row={row} name={name} language="en" onType={type} />
                  {renderChoices?.(row, name)}
                </>
              )}
              <Cells row={row} name={name} labels={shown} onType={type} />
              {mayRetire?.(row) !== false && (
                <Button
                  look="quiet"
                  aria-label={t(isNew(row) ? 'removeNamed' : 'retireNamed', { name })}
                  onClick={() => (isNew(row) ? remove(row.key) : type(row.key, 'retired', 'yes'))}
                >
                  {t(isNew(row) ? 'remove' : 'retire')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        look="quiet"
        className="mt-near"
        onClick={() => add({ id: '', name: '', retired: '', ka: '', en: '', ...blank })}
      >
        {t(words.add)}
      </Button>
      {retired.length > 0 && (
        <>
          <p className="mt-group font-semibold">{t('retired')}</p>
          <ul>
            {retired.map((row) => (
              <li
                key={row.key}
                className="flex flex-wrap items-center justify-between gap-near border-b border-rule py-near"
              >
                <span className="min-w-0 break-words">{nameOf(row)}</span>
                <Button
                  look="quiet"
                  aria-label={t('restoreNamed', { name: nameOf(row) })}
                  onClick={() => type(row.key, 'retired', '')}
                >
                  {t('restore')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface NameProps {
  readonly row: TypedRow
  readonly name: string
  readonly language: 'ka' | 'en'
  readonly onType: (key: number, field: string, text: string) => void
}

function Name({ row, name, language, onType }: NameProps) {
  const t = useTermsTexts()
  const labelled = useCellLabel(name)
  return (
    <TextField
      {...labelled(t(language === 'ka' ? 'nameKa' : 'nameEn'))}
      frameClassName={wideCell}
      maxLength={60}
      value={String(row[language] ?? '')}
      onChange={({ target }) => onType(row.key, language, target.value)}
    />
  )
}
