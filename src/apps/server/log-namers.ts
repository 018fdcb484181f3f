/** Names of things in change logs; a module's namers are listed here and nowhere else. */
import { counterLogNamers } from '#modules/box-office/server/public-api.ts'
import { catalogueLogNamers } from '#modules/catalogue/server/public-api.ts'
import { cinemaLogNamers } from '#modules/cinema/server/public-api.ts'
import { designerLogNamers } from '#modules/designer/server/public-api.ts'
import { mailingLogNamers } from '#modules/mailings/server/public-api.ts'
import { showLogNamers } from '#modules/merchant/server/public-api.ts'
import { passLogNamers } from '#modules/multipass/server/public-api.ts'
import { importLogNamers } from '#modules/operator/server/public-api.ts'
import { promotionLogNamers } from '#modules/promotions/server/public-api.ts'
import { settlementLogNamers } from '#modules/settlements/server/public-api.ts'
import { staffLogNamers } from '#modules/staff/server/public-api.ts'
import { ticketLogNamers } from '#modules/tickets/server/public-api.ts'
import { timetableLogNamers } from '#modules/timetable/server/public-api.ts'
import { webhookLogNamers } from '#modules/webhooks/server/public-api.ts'
import type { LogNamer } from '#platform/log-names.ts'

export const logNamers: readonly LogNamer[] = [
  ...counterLogNamers,
  ...catalogueLogNamers,
  ...cinemaLogNamers,
  ...designerLogNamers,
  ...mailingLogNamers,
  ...showLogNamers,
  ...passLogNamers,
  ...importLogNamers,
  ...promotionLogNamers,
  ...settlementLogNamers,
  ...staffLogNamers,
  ...ticketLogNamers,
  ...timetableLogNamers,
  ...webhookLogNamers,
]
