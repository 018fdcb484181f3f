/**
 * How tables would be distributed over several machines (docs/guides/past-one-primary.md): inventory by offering,
 * orders and their data by order, the rest on every machine or on one.
 */
export interface Distributed {
  readonly by: 'offering' | 'order'
  /** The distribution column of its rows. */
  readonly column: string
}

const offering = (column = 'offering_id'): Distributed => ({ by: 'offering', column })
const order = (column = 'order_id'): Distributed => ({ by: 'order', column })

export const distribution: Readonly<Record<string, Distributed>> = {
  offering: offering('id'),
  place_leg: offering(),
  pool_leg: offering(),
  pool_hold: offering(),
  offering_sale: offering(),
  orders: order('id'),
  order_summary: order(),
  order_line: order(),
  order_line_summary: order(),
  order_log: order(),
  order_check: order(),
  order_confirmation: order(),
  order_extra: order(),
  order_option: order(),
  order_passenger: order(),
  payment: order(),
  ticket: order(),
}
