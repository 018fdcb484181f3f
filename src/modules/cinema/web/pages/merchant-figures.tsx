import { officeFigures } from '../../merchant-contract.ts'
import { FiguresView } from '../office/figures-view.tsx'
import { OwnOffice } from '../office/own-office.tsx'

/** Figures of an organiser's own cinema. */
export default function OwnFiguresPage() {
  return (
    <OwnOffice
      call={officeFigures}
      inputOf={({ cinemaId, from, to }) => ({ query: { cinemaId, from, to } })}
    >
      {(figures) => <FiguresView figures={figures} />}
    </OwnOffice>
  )
}
