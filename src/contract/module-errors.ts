import { cinemaErrors } from './cinema-errors.ts'
import { counterErrors } from './counter-errors.ts'
import { flightErrors } from './flight-errors.ts'
import { invitationErrors } from './invitation-errors.ts'
import { journeyErrors } from './journey-errors.ts'
import { multipassErrors } from './multipass-errors.ts'
import { pageErrors } from './page-errors.ts'
import { planErrors } from './plan-errors.ts'
import { promotionErrors } from './promotion-errors.ts'
import { queueErrors } from './queue-errors.ts'
import { savedErrors } from './saved-errors.ts'
import { securityErrors } from './security-errors.ts'
import { settlementErrors } from './settlement-errors.ts'
import { staffErrors } from './staff-errors.ts'
import { ticketErrors } from './ticket-errors.ts'
import { webhookErrors } from './webhook-errors.ts'
import { widgetErrors } from './widget-errors.ts'

/** The tables of single areas, each in a file of its own. */
export const moduleErrors = {
  ...counterErrors,
  ...flightErrors,
  ...cinemaErrors,
  ...invitationErrors,
  ...journeyErrors,
  ...securityErrors,
  ...multipassErrors,
  ...queueErrors,
  ...webhookErrors,
  ...widgetErrors,
  ...pageErrors,
  ...planErrors,
  ...promotionErrors,
  ...savedErrors,
  ...settlementErrors,
  ...staffErrors,
  ...ticketErrors,
} as const
