import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import type { LocalizedText } from '#kernel/locale.ts'
import { changeClasses, type ClassView } from '../../terms-contract.ts'
import { codeOf } from './terms-drafts.ts'
import type { Terms } from './terms-section.tsx'
import { useTermsTexts } from './terms-texts.ts'

/** An existing class, or a new one with its names. */
interface Row {
  readonly key: string
  /** In the page's language. */
  readonly name: string
  readonly known: ClassView | null
  readonly added: { readonly code: string; readonly name: LocalizedText } | null
}

interface ClassesFormProps {
  readonly terms: Terms
  readonly onChanged: () => void
}

/** Travel classes in the order in which they are offered; one that nothing has may be removed. */
export function ClassesForm({ terms, onChanged }: ClassesFormProps) {
  const t = useTermsTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [rows, setRows] = useState<readonly Row[]>(() => terms.classes.map(rowOf))
  const isChanged = rows.map(({ key }) => key).join() !== terms.classes.map(keyOf).join()
  const save = () =>
    run(async () => {
      const classes = rows.flatMap(({ known, added }) => {
        if (known) return { classId: known.classId }
        return added ? { added } : []
      })
      const body = { agencyId: terms.agencyId, classes }
      await browserClient(locale).send(changeClasses, { body })
      showToast({ text: t('classesSaved') })
      onChanged()
    })
  const up = (index: number) =>
    setRows(rows.toSpliced(index, 1).toSpliced(index - 1, 0, ...rows.slice(index, index + 1)))
  return (
    <Panel title={t('classes')} note={t('classesNote')} look="ruled">
      <ol>
        {rows.map(({ key, name, known }, index) => (
          <li
            key={key}
            className="flex flex-wrap items-center gap-near border-b border-rule py-near"
          >
            <div className="min-w-0 grow basis-60 break-words">
              <p className="font-semibold">{name}</p>
              {known && <Use of={known} />}
            </div>
            {index > 0 && (
              <Button look="quiet" aria-label={t('classUp', { name })} onClick={() => up(index)}>
                {t('up')}
              </Button>
            )}
            {!isUsed(known) && rows.length > 1 && (
              <Button
                look="quiet"
                aria-label={t('classRemove', { name })}
                onClick={() => setRows(rows.toSpliced(index, 1))}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <NewClass
        taken={rows.flatMap(({ known, added }) => (known ?? added)?.code ?? [])}
        onAdd={(row) => setRows([...rows, row])}
      />
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-near">
        <Button
          look={isChanged ? 'main' : 'quiet'}
          aria-disabled={!isChanged || undefined}
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() => isChanged && void save()}
        >
          {t('classesSave')}
        </Button>
      </div>
    </Panel>
  )
}

const keyOf = ({ classId }: ClassView): string => String(classId)
const isUsed = (known: ClassView | null): boolean =>
  known !== null && known.vehicles.length + known.lines.length > 0

function rowOf(known: ClassView): Row {
  return { key: keyOf(known), name: known.name, known, added: null }
}

/** Names listed; the rest is counted. */
const namedMax = 3

function Use({ of: { vehicles, lines } }: { readonly of: ClassView }) {
  const t = useTermsTexts()
  const listed = (names: readonly string[]) => {
    const rest = names.length - namedMax
    const shown = names.slice(0, namedMax).join(', ')
    return rest > 0 ? `${shown} ${t('andOthers', { number: rest })}` : shown
  }
  const ofLines = lines.map((line) => line ?? t('allLines'))
  if (vehicles.length + lines.length === 0) return <p className="text-soft">{t('classUnused')}</p>
  return (
    <>
      {vehicles.length > 0 && (
        <p className="text-soft">{t('classVehicles', { names: listed(vehicles) })}</p>
      )}
      {lines.length > 0 && (
        <p className="text-soft">{t('classFares', { names: listed(ofLines) })}</p>
      )}
    </>
  )
}

interface NewClassProps {
  /** Codes of the listed classes. */
  readonly taken: readonly string[]
  readonly onAdd: (row: Row) => void
}

function NewClass({ taken, onAdd }: NewClassProps) {
  const t = useTermsTexts()
  const locale = useLocale()
  const [ka, setKa] = useState('')
  const [en, setEn] = useState('')
  const names = { ka: ka.trim(), en: en.trim() }
  const code = codeOf(names.en)
  const isTaken = taken.includes(code)
  const isReady = names.ka !== '' && code !== '' && !isTaken
  const add = () => {
    onAdd({ key: `new ${code}`, name: names[locale], known: null, added: { code, name: names } })
    setKa('')
    setEn('')
  }
  return (
    <div className="mt-near">
      <div className="field-grid">
        <TextField
          label={t('classKa')}
          maxLength={60}
          value={ka}
          onChange={({ target }) => setKa(target.value)}
        />
        <TextField
          label={t('classEn')}
          maxLength={60}
          value={en}
          error={isTaken ? t('classTaken') : null}
          onChange={({ target }) => setEn(target.value)}
        />
        <div className="field-action">
          <Button
            look="quiet"
            aria-disabled={!isReady || undefined}
            onClick={() => isReady && add()}
          >
            {t('classAdd')}
          </Button>
        </div>
      </div>
    </div>
  )
}
