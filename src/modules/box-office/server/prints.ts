import type { Context, StaffActor } from '#platform/context.ts'

/** Records who printed tickets, and whether they got new codes. */
export async function recordPrint(
  context: Context,
  { merchantId, staffId }: StaffActor,
  print: {
    readonly orderNumber: string
    readonly ticketCount: number
    readonly isReprint: boolean
  },
): Promise<void> {
  await context.db
    .insertInto('ticket_print')
    .values({
      merchant_id: merchantId,
      staff_id: staffId,
      order_number: print.orderNumber,
      ticket_count: print.ticketCount,
      is_reprint: print.isReprint,
      printed_at: context.clock.now(),
    })
    .execute()
}
