import { useLocale } from '#design/texts.tsx'
import { formatTimeBeside } from '#kernel/format.ts'
import { Dotted } from '#design/parts/dotted.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import type { PassengerLine } from '../../contract.ts'
import type { Passengers } from '../scanner/scanner-state.ts'
import { useTexts } from '../texts.ts'

interface PassengerListsProps {
  readonly passengers: Passengers | null
  /** Whether the device has seen the ticket used since the lists were downloaded. */
  readonly isUsed: (ticketId: number) => boolean
  /** When it leaves here: what happened on another day says its day. */
  readonly startsAt: string
  readonly timeZone: string
}

/** Passengers who board here, leave here, or missed an earlier departure. */
export function PassengerLists({ passengers, isUsed, startsAt, timeZone }: PassengerListsProps) {
  const t = useTexts()
  const locale = useLocale()
  if (!passengers) return null
  const { boarding, alighting, overdue } = passengers
  // Lists stored by older versions do not have them.
  const past = (passengers as Partial<Passengers>).past ?? []
  const stillOverdue = overdue.filter(({ ticketId }) => !isUsed(ticketId))
  const lists = [
    {
      title: t('boardingTitle'),
      lines: boarding,
      other: ({ to }: PassengerLine) => to && t('boardsTo', { to }),
    },
    { title: t('alightingTitle'), lines: alighting, other: ({ from }: PassengerLine) => from },
    { title: t('pastTitle'), lines: past, other: ({ to }: PassengerLine) => to },
    { title: t('overdueTitle'), lines: stillOverdue, other: ({ from }: PassengerLine) => from },
  ]
  return (
    <div className="[&>*+*]:border-t-0">
      {lists.map(({ title, lines, other }) => (
        <FoldOut key={title} look="section" title={title} note={String(lines.length)}>
          <ul className="mt-1 space-y-3 text-note">
            {lines.map((line) => (
              <li key={line.ticketId}>
                <span className="block font-semibold">
                  {line.name ?? `…${line.identifierEnding}`}
                </span>
                <Dotted className="text-soft" facts={[line.typeName, line.place, other(line)]} />
                {(line.usedAt !== null || isUsed(line.ticketId)) && (
                  <span className="figures block">
                    {line.usedAt === null
                      ? t('gotOn')
                      : t('gotOnAt', {
                          time: formatTimeBeside(locale, line.usedAt, { day: startsAt, timeZone }),
                        })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </FoldOut>
      ))}
    </div>
  )
}
