import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { capacityOf } from '../../plan/findings.ts'
import { chosenSeats, idsOf } from '../../plan/selection.ts'
import { useTexts } from '../texts.ts'
import type { Clipboard } from '../use-keys.ts'
import type { Editor } from '../use-editor.ts'
import { Arrange } from './arrange.tsx'
import { HallFields } from './hall-fields.tsx'
import { PlacedFields } from './placed-fields.tsx'
import { SeatFields } from './seat-fields.tsx'
import { SectionFields } from './section-fields.tsx'
import { ShapeFields } from './shape-fields.tsx'

interface InspectorProps {
  readonly editor: Editor
  readonly clipboard: Clipboard
  readonly planId: number
}

/** Properties of the selection, or of the hall without one. */
export function Inspector({ editor, clipboard, planId }: InspectorProps) {
  const t = useTexts()
  const locale = useLocale()
  const { selection, document } = editor
  const { seats, room } = capacityOf(document)
  const sections = idsOf(selection, 'section')
  const placed = idsOf(selection, 'placed')
  const shapes = idsOf(selection, 'shape')
  const single = chosenSeats(selection)
  return (
    <div className="space-y-part">
      <p className="figures text-note text-soft" data-testid="plan-total">
        {room > 0
          ? t('totalWithRoom', {
              seats: formatCount(locale, seats),
              room: formatCount(locale, room),
            })
          : t('total', { seats: formatCount(locale, seats), count: seats })}
      </p>
      {selection.length === 0 && <HallFields editor={editor} planId={planId} />}
      {[...sections].slice(0, 1).map((id) => (
        <SectionFields key={id} editor={editor} id={id} isAlone={sections.size === 1} />
      ))}
      {placed.size > 0 && sections.size === 0 && <PlacedFields editor={editor} />}
      {single.size > 0 && <SeatFields editor={editor} />}
      {shapes.size === 1 && selection.length === 1 && (
        <ShapeFields editor={editor} id={[...shapes][0] ?? 0} />
      )}
      {selection.length > 0 && <Arrange editor={editor} clipboard={clipboard} />}
    </div>
  )
}
