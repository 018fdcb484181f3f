import { Checkbox } from '#design/parts/checkbox.tsx'
import { seatFlags } from '#seatmap/layout.ts'
import { flagSeats } from '../../plan/commands/change.ts'
import { allSelectedSeats, placedById } from '../../plan/selection.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'

/** Marks of all selected seats: accessible, for companions, with a restricted view. */
export function SeatMarks({ editor }: { editor: Editor }) {
  const t = useTexts()
  const { document, selection } = editor
  const seats = [...allSelectedSeats(document, selection)].flatMap(([id, list]) => {
    const flags = new Map(placedById(document, id)?.exceptions?.map((one) => [one.at, one.flags]))
    return list.map((at) => flags.get(at) ?? [])
  })
  return (
    <fieldset className="mt-near space-y-tight">
      <legend className="font-semibold">{t('marks')}</legend>
      {seatFlags.map((flag) => {
        const isOn = seats.length > 0 && seats.every((flags) => flags.includes(flag))
        return (
          <Checkbox
            key={flag}
            label={t(`mark_${flag}`)}
            checked={isOn}
            onChange={() => editor.act((draft) => flagSeats(draft, selection, flag, !isOn))}
          />
        )
      })}
    </fieldset>
  )
}
