import { Badge } from '#design/parts/badge.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import type { AnswerFieldView } from '#modules/orders/extra-contract.ts'
import type { AttendeeSort, AttendeeView } from '../../orders-contract.ts'
import { useTexts } from '../texts.ts'
import { AnswerList } from './answer-list.tsx'

/** More questions share a column, so that the list fits on paper. */
const answerColumnsMax = 3

interface AttendeeTableProps {
  readonly caption: string
  readonly attendees: readonly AttendeeView[]
  /** The questions of the item. */
  readonly fields: readonly AnswerFieldView[]
  /** Passengers get on; others are let in. */
  readonly isRun: boolean
  /** Of the item. */
  readonly timeZone: string
  readonly sorting: {
    readonly current: AttendeeSort
    readonly addressOf: (sort: AttendeeSort) => string
  }
}

/** A part of the list of ticket holders, each with a link to the order. */
export function AttendeeTable(props: AttendeeTableProps) {
  const { caption, attendees, fields, sorting } = props
  const t = useTexts()
  const admission = useAdmission(props)
  return (
    <Table
      caption={caption}
      isStacked
      rows={attendees}
      sorting={sorting}
      keyOf={({ ticketIdentifier }) => ticketIdentifier}
      className="mt-near"
      columns={[
        {
          key: 'name',
          title: t('columnName'),
          isHeader: true,
          sorts: { ascending: 'name', descending: 'nameReversed' },
          renderCell: (attendee) => <Holder attendee={attendee} />,
        },
        {
          key: 'place',
          title: t('columnTicket'),
          sorts: { ascending: 'place', descending: 'placeReversed' },
          renderCell: ({ typeName, place, from, to, ticketIdentifier }) => (
            <div className="min-w-0">
              {[...new Set([typeName, place])].filter(Boolean).join(', ')}
              {from && to && <span className="block text-note">{`${from}\u00A0– ${to}`}</span>}
              <span className="figures block text-note text-soft">{ticketIdentifier}</span>
            </div>
          ),
        },
        ...answerColumns(fields, t('columnAnswers')),
        admission,
      ]}
    />
  )
}

/** A column for each question, or one for all of many. */
function answerColumns(
  fields: readonly AnswerFieldView[],
  title: string,
): Column<AttendeeView, AttendeeSort>[] {
  if (fields.length > answerColumnsMax)
    return [
      {
        key: 'answers',
        title,
        renderCell: ({ answers }) => <AnswerList answers={answers} className="text-note" />,
      },
    ]
  return fields.map(({ key, label }) => ({
    key,
    title: label,
    renderCell: ({ answers }) => (
      <bdi className="wrap-anywhere">{answers.find((one) => one.key === key)?.value}</bdi>
    ),
  }))
}

/** The column with the admissions. */
function useAdmission({
  isRun,
  timeZone,
}: Pick<AttendeeTableProps, 'isRun' | 'timeZone'>): Column<AttendeeView, AttendeeSort> {
  const t = useTexts()
  const locale = useLocale()
  const textOf = ({ usedAt, useCount }: AttendeeView): string => {
    if (useCount > 0) return t('passAdmitted', { count: useCount })
    if (usedAt === null) return t(isRun ? 'attendeeNotOnBoard' : 'attendees-outside')
    const at = formatDateTime(locale, usedAt, timeZone)
    return t(isRun ? 'attendeeOnBoard' : 'attendeeInside', { at })
  }
  return {
    key: 'admitted',
    title: t('status'),
    sorts: {
      ascending: 'admitted',
      descending: 'admittedReversed',
      isDescendingFirst: true,
    },
    renderCell: (attendee) => (
      <Badge tone={attendee.usedAt !== null || attendee.useCount > 0 ? 'good' : undefined}>
        {textOf(attendee)}
      </Badge>
    ),
  }
}

/** The passenger, or the buyer of a ticket without a name; then the buyer's contact data. */
function Holder({ attendee }: { attendee: AttendeeView }) {
  const t = useTexts()
  const { orderNumber, buyerName, buyerEmail, passengerName, noteCount } = attendee
  return (
    <>
      <LocalLink to={`/merchant/orders/${orderNumber}`} className="link">
        {passengerName ?? (buyerName || t('orderNoName'))}
      </LocalLink>
      <span className="block text-note font-normal text-soft">
        {passengerName !== null && buyerName} <EmailAddress>{buyerEmail}</EmailAddress>
      </span>
      {noteCount > 0 && (
        <span className="block text-note font-normal text-soft">
          {t('attendeesNotes', { count: noteCount })}
        </span>
      )}
    </>
  )
}
