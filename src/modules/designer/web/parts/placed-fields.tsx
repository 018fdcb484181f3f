import { Button } from '#design/parts/button.tsx'
import { Section } from '#design/parts/section.tsx'
import { seatCount } from '#seatmap/layout.ts'
import { changePlaced, paintZone, resizePlaced } from '../../plan/commands/change.ts'
import { regroup } from '../../plan/commands/copy.ts'
import { isTable } from '../../plan/document.ts'
import { chosenPlaced } from '../../plan/selection.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import { CommitField, CommitNumber } from './commit-field.tsx'
import { RowActions } from './row-actions.tsx'
import { SeatMarks } from './seat-marks.tsx'
import { ZoneSelect } from './section-fields.tsx'

/** Labels, numbers of seats and price zones of rows or tables. */
export function PlacedFields({ editor }: { editor: Editor }) {
  const t = useTexts()
  const { document, selection } = editor
  const placed = chosenPlaced(document, selection)
  const [first] = placed
  if (!first) return null
  const ids = placed.map(({ id }) => id)
  const zones = new Set(placed.map((one) => one.zone ?? sectionZone(editor, one.section)))
  const counts = new Set(placed.map(({ numbering }) => seatCount(numbering)))
  const table = isTable(first) && placed.length === 1 ? first : null
  return (
    <Section
      level={3}
      title={t(isTable(first) ? 'tablesChosen' : 'rowsChosen', { count: placed.length })}
    >
      <div className="grid grid-cols-2 items-end gap-near">
        {placed.length === 1 && (
          <CommitField
            label={t('label')}
            value={first.label}
            maxLength={12}
            onCommit={(label) => editor.act((draft) => changePlaced(draft, first.id, { label }))}
          />
        )}
        <CommitNumber
          label={t('seatCount')}
          value={counts.size === 1 ? ([...counts][0] ?? null) : null}
          least={1}
          most={400}
          onCommit={(count) => editor.act((draft) => resizePlaced(draft, ids, count))}
        />
        <ZoneSelect
          editor={editor}
          value={zones.size === 1 ? ([...zones][0] ?? '') : ''}
          onChoose={(key) => editor.act((draft) => paintZone(draft, selection, key))}
        />
        {table && (
          <>
            <CommitNumber
              label={t('tableRadius')}
              value={table.radius / 10}
              least={0.2}
              most={20}
              step={0.05}
              onCommit={(value) =>
                editor.act((draft) => changePlaced(draft, table.id, { radius: value * 10 }))
              }
            />
            {table.shape !== 'round' && (
              <CommitNumber
                label={t('tableDepth')}
                value={(table.depth ?? table.radius / 2) / 10}
                least={0.2}
                most={20}
                step={0.05}
                onCommit={(value) =>
                  editor.act((draft) => changePlaced(draft, table.id, { depth: value * 10 }))
                }
              />
            )}
          </>
        )}
      </div>
      <RowActions editor={editor} />
      <SeatMarks editor={editor} />
      <Button
        look="quiet"
        className="mt-near"
        onClick={() =>
          editor.act((draft) =>
            regroup(draft, selection, { name: { ka: 'სექტორი', en: 'Section' } }),
          )
        }
      >
        {t('regroup')}
      </Button>
    </Section>
  )
}

function sectionZone({ document }: Editor, id: number): string {
  return document.sections.find((section) => section.id === id)?.zone ?? ''
}
