import { Select } from '#design/parts/select.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { changeSection, paintZone } from '../../plan/commands/change.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import { CommitField, CommitNumber } from './commit-field.tsx'
import { RowActions } from './row-actions.tsx'
import { SeatMarks } from './seat-marks.tsx'

interface SectionFieldsProps {
  readonly editor: Editor
  readonly id: number
  /** Whether it is the only selected section. */
  readonly isAlone: boolean
}

export function SectionFields({ editor, id, isAlone }: SectionFieldsProps) {
  const t = useTexts()
  const { document, selection } = editor
  const section = document.sections.find((one) => one.id === id)
  if (!section) return null
  const { name, pool } = section
  const change = (next: Parameters<typeof changeSection>[2]) =>
    editor.act((draft) => changeSection(draft, id, next))
  return (
    <Section level={3} title={t(pool ? 'area' : 'section')}>
      <div className="grid grid-cols-2 items-end gap-near">
        {isAlone && (
          <>
            <CommitField
              label={t('nameKa')}
              value={name.ka}
              maxLength={120}
              onCommit={(ka) => change({ name: { ...name, ka } })}
            />
            <CommitField
              label={t('nameEn')}
              value={name.en}
              maxLength={120}
              onCommit={(en) => change({ name: { ...name, en } })}
            />
            <CommitField
              label={t('shortName')}
              value={section.shortName ?? ''}
              maxLength={12}
              onCommit={(text) => change({ shortName: text === '' ? undefined : text })}
            />
            <CommitNumber
              label={t('floor')}
              value={section.level ?? 0}
              least={0}
              most={20}
              onCommit={(level) => change({ level: level === 0 ? undefined : level })}
            />
          </>
        )}
        <ZoneSelect
          editor={editor}
          value={section.zone}
          onChoose={(key) => editor.act((draft) => paintZone(draft, selection, key))}
        />
        {pool && isAlone && (
          <CommitNumber
            label={t('capacity')}
            value={pool.capacity}
            least={1}
            most={1_000_000}
            onCommit={(capacity) => change({ pool: { ...pool, capacity } })}
          />
        )}
      </div>
      {!pool && (
        <>
          <RowActions editor={editor} />
          <SeatMarks editor={editor} />
        </>
      )}
    </Section>
  )
}

interface ZoneSelectProps {
  readonly editor: Editor
  readonly value: string
  readonly onChoose: (key: string) => void
}

export function ZoneSelect({ editor, value, onChoose }: ZoneSelectProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Select label={t('zone')} value={value} onChange={(event) => onChoose(event.target.value)}>
      {value === '' && <option value="">{t('several')}</option>}
      {editor.document.zones.map((zone) => (
        <option key={zone.id} value={zone.key}>
          {zone.name[locale]}
        </option>
      ))}
    </Select>
  )
}
