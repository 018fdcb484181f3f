import type { Context, StaffActor } from '#platform/context.ts'

/** Notes that tickets were printed, by whom, and whether their codes were made again for it. */
export async function notePrint(
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
