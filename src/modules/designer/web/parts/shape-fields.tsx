import { Select } from '#design/parts/select.tsx'
import { Section } from '#design/parts/section.tsx'
import { changeShape } from '../../plan/commands/change.ts'
import { shapeKinds, type ShapeKind } from '../shape-kinds.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import { CommitField } from './commit-field.tsx'

/** Stages, bars, walls: drawn and not sold. */
export function ShapeFields({ editor, id }: { editor: Editor; id: number }) {
  const t = useTexts()
  const shape = editor.document.shapes.find((one) => one.id === id)
  if (!shape) return null
  const text = shape.text ?? { ka: '', en: '' }
  // A shape has a text in both languages, or none.
  const write = (next: { ka: string; en: string }) =>
    editor.act((draft) =>
      changeShape(draft, id, {
        text:
          next.ka === '' && next.en === ''
            ? undefined
            : { ka: next.ka || next.en, en: next.en || next.ka },
      }),
    )
  return (
    <Section level={3} title={t('shape')}>
      <div className="grid grid-cols-2 items-end gap-near">
        <Select
          label={t('shapeKind')}
          frameClassName="col-span-2"
          value={shape.kind}
          onChange={(event) => {
            const kind = event.target.value as ShapeKind
            editor.act((draft) => changeShape(draft, id, { kind }))
          }}
        >
          {shapeKinds.map((one) => (
            <option key={one} value={one}>
              {t(`shape_${one}`)}
            </option>
          ))}
        </Select>
        <CommitField
          label={t('nameKa')}
          value={text.ka}
          maxLength={120}
          onCommit={(ka) => write({ ...text, ka })}
        />
        <CommitField
          label={t('nameEn')}
          value={text.en}
          maxLength={120}
          onCommit={(en) => write({ ...text, en })}
        />
      </div>
    </Section>
  )
}
