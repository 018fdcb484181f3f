import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../passing-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { writeNote } from './write-note.ts'

/** What a holder does with a ticket: keeps a note, shares it, passes it on. */
export function passingRoutes(ports: TicketPorts): readonly Implementation[] {
  return [implement(calls.commentTicket, (context, { body }) => writeNote(context, ports, body))]
}
