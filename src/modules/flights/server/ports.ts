import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import type { FlightSupplier, SupplierName } from './supplier.ts'

/** Dependencies of the flights module. */
export interface FlightPorts {
  readonly orders: OrderPorts
  /** The platform's own supplier comes first. */
  readonly suppliers: readonly FlightSupplier[]
}

export function supplierOf(
  { suppliers }: Pick<FlightPorts, 'suppliers'>,
  name: SupplierName,
): FlightSupplier | null {
  return suppliers.find((supplier) => supplier.name === name) ?? null
}
