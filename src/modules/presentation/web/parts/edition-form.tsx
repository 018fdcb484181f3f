import { fieldMoment, instantOf } from '#design/forms/field-values.ts'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Select } from '#design/parts/select.tsx'
import type { CampaignEdition } from '../../block-shapes.ts'
import { useOfficeTexts } from '../texts.ts'
import { useField } from '../use-value-form.tsx'
import { BothLanguages } from './edit-fields.tsx'

/** Page-level fields: title, look and display period. */
export function EditionForm(props: {
  readonly edition: CampaignEdition
  readonly onChange: (edition: CampaignEdition) => void
}) {
  const t = useOfficeTexts()
  const field = useField()
  const { edition, onChange } = props
  const change = (part: Partial<CampaignEdition>): void => onChange({ ...edition, ...part })
  return (
    <Panel title={t('pageSettings')}>
      <div className="space-y-group">
        <BothLanguages
          name="title"
          label={t('fieldTitle')}
          value={edition.title}
          onChange={(title) => change({ title })}
        />
        <BothLanguages
          isLong
          name="summary"
          label={t('pageSummary')}
          value={edition.summary}
          onChange={(summary) => change({ summary })}
        />
        <div className="field-grid tablet:grid-cols-3">
          <Select
            label={t('pageTheme')}
            value={edition.theme ?? ''}
            onChange={({ target }) =>
              change({ theme: (target.value || null) as CampaignEdition['theme'] })
            }
          >
            <option value="">{t('themeNone')}</option>
            <option value="light">{t('themeLight')}</option>
            <option value="dark">{t('themeDark')}</option>
            <option value="partner">{t('themePartner')}</option>
          </Select>
          {(['showsFrom', 'showsUntil'] as const).map((name) => (
            <DateField
              key={name}
              {...field(name)}
              kind="datetime-local"
              label={t(name)}
              hint={t('timeZoneHint')}
              value={fieldMoment(edition[name])}
              onChange={({ target }) =>
                change({ [name]: target.value ? instantOf(target.value) : null })
              }
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-x-8">
          {(['hidesHeader', 'hidesFooter', 'isOutOfMenu'] as const).map((name) => (
            <Checkbox
              key={name}
              label={t(name)}
              checked={edition[name]}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
          ))}
        </div>
      </div>
    </Panel>
  )
}
