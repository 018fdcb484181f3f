import { Panel } from '#design/parts/card.tsx'
import { Select } from '#design/parts/select.tsx'
import { Textarea, TextField } from '#design/parts/text-field.tsx'
import { useTexts } from '../texts.ts'
import type { Choices } from './place-panel.tsx'
import type { DraftEditing } from './use-draft.ts'

const locales = ['ka', 'en'] as const

/** Name and description of the show in both languages. */
export function TextsPanel({ editing, choices }: { editing: DraftEditing; choices: Choices }) {
  const t = useTexts()
  const { content, change, problemOf } = editing
  const categories = [...new Set(choices.subcategories.map(({ category }) => category))]
  return (
    <Panel title={t('partTexts')} look="ruled">
      <div className="grid gap-near tablet:grid-cols-2">
        <Words editing={editing} />
        <Select
          name="subcategory"
          label={t('showCategory')}
          value={content.subcategory}
          error={problemOf('subcategory')}
          onChange={({ target }) =>
            change({ ...content, subcategory: target.value }, 'subcategory')
          }
        >
          <option value="">{t('choose')}</option>
          {categories.map((category) => (
            <optgroup key={category} label={category}>
              {choices.subcategories
                .filter((one) => one.category === category)
                .map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
        <div className="field-grid grid-cols-2">
          <TextField
            name="ageLimit"
            label={t('showAge')}
            inputMode="numeric"
            value={content.ageLimit}
            error={problemOf('ageLimit')}
            onChange={({ target }) => change({ ...content, ageLimit: target.value }, 'ageLimit')}
          />
          <TextField
            name="durationMinutes"
            label={t('showMinutes')}
            inputMode="numeric"
            value={content.durationMinutes}
            error={problemOf('durationMinutes')}
            onChange={({ target }) =>
              change({ ...content, durationMinutes: target.value }, 'durationMinutes')
            }
          />
        </div>
        <TextField
          name="trailerUrl"
          label={t('showTrailer')}
          hint={t('showTrailerHint')}
          type="url"
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=…"
          value={content.trailerUrl}
          error={problemOf('trailerUrl')}
          onChange={({ target }) => change({ ...content, trailerUrl: target.value }, 'trailerUrl')}
        />
      </div>
    </Panel>
  )
}

const texts = [
  ['name', 'showName', 1],
  ['summary', 'showSummary', 2],
  ['description', 'showDescription', 6],
] as const

function Words({ editing }: { editing: DraftEditing }) {
  const t = useTexts()
  const { content, change, problemOf } = editing
  return texts.flatMap(([name, label, rows]) =>
    locales.map((locale) => {
      const path = `${name}.${locale}`
      const field = {
        name: path,
        label: t(`${label}-${locale}`),
        value: content[name][locale],
        error: problemOf(path),
        onChange: ({ target }: { target: { value: string } }) =>
          change({ ...content, [name]: { ...content[name], [locale]: target.value } }, path),
      }
      return rows === 1 ? (
        <TextField key={path} {...field} />
      ) : (
        <Textarea key={path} {...field} rows={rows} />
      )
    }),
  )
}
