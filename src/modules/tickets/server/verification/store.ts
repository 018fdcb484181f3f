import type { Context } from '#platform/context.ts'

export type DocumentKind = 'personalNumber' | 'passport'

/** The attendee of a ticket, as entered by its holder. */
export interface Verification {
  readonly ticketId: number
  readonly issueNumber: number
  readonly fullName: string
  readonly documentKind: DocumentKind
  readonly documentNumber: string
  readonly verifiedAt: Date
}

/** Attendee details for the current issue numbers of these tickets; none for a ticket transferred since. */
export async function readVerifications(
  context: Pick<Context, 'db'>,
  tickets: readonly { readonly id: number; readonly issueNumber: number }[],
): Promise<ReadonlyMap<number, Verification>> {
  if (tickets.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('ticket_verification')
    .select(['ticket_id', 'issue_number', 'full_name'])
    .select(['document_kind', 'document_number', 'verified_at'])
    .where(
      'ticket_id',
      'in',
      tickets.map(({ id }) => id),
    )
    .execute()
  const issues = new Map(tickets.map(({ id, issueNumber }) => [id, issueNumber]))
  return new Map(
    rows.flatMap((row) =>
      issues.get(row.ticket_id) === row.issue_number
        ? [
            [
              row.ticket_id,
              {
                ticketId: row.ticket_id,
                issueNumber: row.issue_number,
                fullName: row.full_name,
                documentKind: row.document_kind as DocumentKind,
                documentNumber: row.document_number,
                verifiedAt: row.verified_at,
              },
            ] as const,
          ]
        : [],
    ),
  )
}

export async function readVerification(
  context: Pick<Context, 'db'>,
  ticket: { readonly id: number; readonly issueNumber: number },
): Promise<Verification | undefined> {
  return (await readVerifications(context, [ticket])).get(ticket.id)
}
