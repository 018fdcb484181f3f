import type { Context } from '#platform/context.ts'

/** Corrects the address of an order's buyer; letters about it go there from now on. Returns whether the order exists. */
export async function correctBuyerEmail(
  context: Pick<Context, 'db'>,
  orderId: number,
  email: string,
): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('orders')
    .set({ buyer_email: email })
    .where('id', '=', orderId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
