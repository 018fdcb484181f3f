import { fail, ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import {
  eventSales,
  listOfficeOrders,
  lookUpOrders,
  operatorHome,
  readOfficeOrder,
} from '../sales-contract.ts'
import { readEventSales } from './queries/event-sales.ts'
import { readHome } from './queries/home.ts'
import { listOrdersLogged, lookUp, readOfficeOrder as readOrder } from './queries/office-orders.ts'
import type { SoldPorts } from './queries/sold-items.ts'

/** Calls for sales statistics, pending problems, and searches for orders and customers. */
export function salesRoutes(ports: SoldPorts): readonly Implementation[] {
  return [
    implement(operatorHome, requireOperator, async (context) => ok(await readHome(context, ports))),
    implement(eventSales, requireOperator, async (context, { params }) => {
      const sales = await readEventSales(context, params.eventId)
      return sales ? ok(sales) : fail('NotFound')
    }),
    implement(listOfficeOrders, requireOperator, (context, { query }) =>
      listOrdersLogged(context, query),
    ),
    implement(lookUpOrders, requireOperator, async (context, { body }) =>
      ok(await lookUp(context, body.text)),
    ),
    implement(readOfficeOrder, requireOperator, async (context, { params }) => {
      const order = await readOrder(context, ports, params.orderNumber)
      return order ? ok(order) : fail('NotFound')
    }),
  ]
}
