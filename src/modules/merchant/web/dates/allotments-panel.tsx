import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  listAllotments,
  takeAllotmentBack,
  type AllotmentView,
} from '#modules/box-office/outside-contract.ts'
import { PrintButtons } from '#modules/box-office/web/parts/print-buttons.tsx'
import { readDate, type DateView } from '../../dates-contract.ts'
import { useTexts } from '../texts.ts'

interface AllotmentsPanelProps {
  readonly eventId: number
  readonly onChanged: (date: DateView) => void
}

/** Places that outside sellers have of a date. */
export function AllotmentsPanel({ eventId, onChanged }: AllotmentsPanelProps) {
  const t = useTexts()
  const read = useLoaded(listAllotments, { query: { eventId } })
  return (
    <Panel title={t('allotments')} note={t('allotmentsNote')} look="ruled">
      <LoadedPart of={read}>
        {({ allotments }) =>
          allotments.length === 0 ? (
            <p className="text-soft">{t('allotmentsNone')}</p>
          ) : (
            <ul className="divide-y divide-rule">
              {allotments.map((allotment) => (
                <Allotment
                  key={allotment.orderNumber}
                  allotment={allotment}
                  onTakenBack={(date) => {
                    read.reload()
                    onChanged(date)
                  }}
                />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </Panel>
  )
}

interface AllotmentProps {
  readonly allotment: AllotmentView
  readonly onTakenBack: (date: DateView) => void
}

function Allotment({ allotment, onTakenBack }: AllotmentProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { orderNumber, seller, eventId, places, statusName } = allotment
  const takeBack = () =>
    run(async () => {
      const client = browserClient(locale)
      await client.send(takeAllotmentBack, { body: { orderNumber } })
      onTakenBack(await client.send(readDate, { query: { eventId } }))
    })
  const words = places.map(({ row, seat, section, typeName, quantity }) =>
    seat === null
      ? `${typeName} × ${quantity}`
      : [section, row, seat].filter((part) => part !== null).join(' '),
  )
  return (
    <li className="flex flex-wrap items-end gap-near py-near">
      <p className="min-w-0 grow basis-48">
        <span className="font-semibold">{seller}</span>
        <span className="figures block text-note text-soft">{words.join(', ')}</span>
        {statusName === 'Preprint' && (
          <span className="block text-note text-soft">{t('allotmentPrinted')}</span>
        )}
      </p>
      {statusName === 'Preprint' && <PrintButtons orderNumber={orderNumber} />}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        aria-label={t('allotmentBackOf', { seller })}
        onClick={() => void takeBack()}
      >
        {t('allotmentBack')}
      </Button>
      {refusal && <Notice>{refusal}</Notice>}
    </li>
  )
}
