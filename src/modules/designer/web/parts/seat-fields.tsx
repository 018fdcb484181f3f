import { Section } from '#design/parts/section.tsx'
import { labelSeat, paintZone } from '../../plan/commands/change.ts'
import { placedParts } from '../../plan/placed.ts'
import { chosenSeats, placedById } from '../../plan/selection.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import { CommitField } from './commit-field.tsx'
import { SeatMarks } from './seat-marks.tsx'
import { ZoneSelect } from './section-fields.tsx'

/** Labels, price zone and marks of single seats. */
export function SeatFields({ editor }: { editor: Editor }) {
  const t = useTexts()
  const { document, selection } = editor
  const seats = [...chosenSeats(selection)].flatMap(([id, list]) => list.map((at) => ({ id, at })))
  const [first] = seats
  const placed = first && placedById(document, first.id)
  if (!first || !placed) return null
  const section = document.sections.find(({ id }) => id === placed.section)
  const own = placed.exceptions?.find(({ at }) => at === first.at)?.zone
  const zone = own ?? placed.zone ?? section?.zone ?? ''
  return (
    <Section level={3} title={t('seatsChosen', { count: seats.length })}>
      <div className="grid grid-cols-2 items-end gap-near">
        {seats.length === 1 && (
          <CommitField
            label={t('label')}
            value={placedParts(placed).labels[first.at] ?? ''}
            maxLength={12}
            onCommit={(label) => editor.act((draft) => labelSeat(draft, first.id, first.at, label))}
          />
        )}
        <ZoneSelect
          editor={editor}
          value={zone}
          onChoose={(key) => editor.act((draft) => paintZone(draft, selection, key))}
        />
      </div>
      <SeatMarks editor={editor} />
    </Section>
  )
}
