import { formatText, type Messages, type TextValues } from '#kernel/texts.ts'
import type { Locale } from '#kernel/locale.ts'
import accountsEn from '#modules/accounts/messages/en.json' with { type: 'json' }
import accountsKa from '#modules/accounts/messages/ka.json' with { type: 'json' }
import staffEn from '#modules/staff/messages/en.json' with { type: 'json' }
import staffKa from '#modules/staff/messages/ka.json' with { type: 'json' }
import entranceEn from '#modules/entrance/messages/en.json' with { type: 'json' }
import entranceKa from '#modules/entrance/messages/ka.json' with { type: 'json' }
import cinemaEn from '#modules/cinema/messages/en.json' with { type: 'json' }
import cinemaKa from '#modules/cinema/messages/ka.json' with { type: 'json' }
import cinemaEmailsEn from '#modules/cinema/messages/emails-en.json' with { type: 'json' }
import cinemaEmailsKa from '#modules/cinema/messages/emails-ka.json' with { type: 'json' }
import cinemaOfficeEn from '#modules/cinema/messages/office-en.json' with { type: 'json' }
import cinemaOfficeKa from '#modules/cinema/messages/office-ka.json' with { type: 'json' }
import choosingEn from '#modules/events/messages/choosing-en.json' with { type: 'json' }
import choosingKa from '#modules/events/messages/choosing-ka.json' with { type: 'json' }
import documentsEn from '#modules/tickets/messages/documents-en.json' with { type: 'json' }
import documentsKa from '#modules/tickets/messages/documents-ka.json' with { type: 'json' }
import feesEn from '#modules/catalogue/messages/fees-en.json' with { type: 'json' }
import feesKa from '#modules/catalogue/messages/fees-ka.json' with { type: 'json' }
import designerEn from '#modules/designer/messages/en.json' with { type: 'json' }
import designerKa from '#modules/designer/messages/ka.json' with { type: 'json' }
import eventsEn from '#modules/events/messages/en.json' with { type: 'json' }
import eventsKa from '#modules/events/messages/ka.json' with { type: 'json' }
import listFiltersEn from '#modules/events/messages/list-filters-en.json' with { type: 'json' }
import listFiltersKa from '#modules/events/messages/list-filters-ka.json' with { type: 'json' }
import listsEn from '#modules/events/web/lists/messages/en.json' with { type: 'json' }
import listsKa from '#modules/events/web/lists/messages/ka.json' with { type: 'json' }
import queuePassEn from '#modules/events/messages/queue-pass-en.json' with { type: 'json' }
import queuePassKa from '#modules/events/messages/queue-pass-ka.json' with { type: 'json' }
import searchEn from '#modules/events/web/search/messages/en.json' with { type: 'json' }
import searchKa from '#modules/events/web/search/messages/ka.json' with { type: 'json' }
import showsEn from '#modules/events/messages/shows-en.json' with { type: 'json' }
import showsKa from '#modules/events/messages/shows-ka.json' with { type: 'json' }
import flightsEn from '#modules/flights/messages/en.json' with { type: 'json' }
import flightsKa from '#modules/flights/messages/ka.json' with { type: 'json' }
import fareRulesEn from '#modules/flights/messages/rules-en.json' with { type: 'json' }
import fareRulesKa from '#modules/flights/messages/rules-ka.json' with { type: 'json' }
import invitationsEn from '#modules/invitations/messages/en.json' with { type: 'json' }
import invitationsKa from '#modules/invitations/messages/ka.json' with { type: 'json' }
import loadingEn from '#design/messages/loading-en.json' with { type: 'json' }
import loadingKa from '#design/messages/loading-ka.json' with { type: 'json' }
import pickedEn from '#design/messages/picked-en.json' with { type: 'json' }
import pickedKa from '#design/messages/picked-ka.json' with { type: 'json' }
import merchantEn from '#modules/merchant/messages/en.json' with { type: 'json' }
import merchantKa from '#modules/merchant/messages/ka.json' with { type: 'json' }
import operatorEn from '#modules/operator/messages/en.json' with { type: 'json' }
import operatorKa from '#modules/operator/messages/ka.json' with { type: 'json' }
import ordersEn from '#modules/orders/messages/en.json' with { type: 'json' }
import ordersChecksEn from '#modules/orders/messages/checks-en.json' with { type: 'json' }
import ordersChecksKa from '#modules/orders/messages/checks-ka.json' with { type: 'json' }
import ordersHoldingEn from '#modules/orders/messages/holding-en.json' with { type: 'json' }
import ordersHoldingKa from '#modules/orders/messages/holding-ka.json' with { type: 'json' }
import ordersOutcomesEn from '#modules/orders/messages/outcomes-en.json' with { type: 'json' }
import ordersOutcomesKa from '#modules/orders/messages/outcomes-ka.json' with { type: 'json' }
import ordersPricesEn from '#modules/orders/messages/prices-en.json' with { type: 'json' }
import ordersPricesKa from '#modules/orders/messages/prices-ka.json' with { type: 'json' }
import ordersQuestionsEn from '#modules/orders/messages/questions-en.json' with { type: 'json' }
import ordersQuestionsKa from '#modules/orders/messages/questions-ka.json' with { type: 'json' }
import ordersWaysEn from '#modules/orders/messages/ways-en.json' with { type: 'json' }
import ordersWaysKa from '#modules/orders/messages/ways-ka.json' with { type: 'json' }
import promotionsEn from '#modules/promotions/messages/en.json' with { type: 'json' }
import saleRulesEn from '#modules/rules-admin/messages/en.json' with { type: 'json' }
import ordersKa from '#modules/orders/messages/ka.json' with { type: 'json' }
import promotionsKa from '#modules/promotions/messages/ka.json' with { type: 'json' }
import saleRulesKa from '#modules/rules-admin/messages/ka.json' with { type: 'json' }
import queueEn from '#modules/queue/messages/en.json' with { type: 'json' }
import queueKa from '#modules/queue/messages/ka.json' with { type: 'json' }
import seatmapEn from '#seatmap/messages/en.json' with { type: 'json' }
import seatmapKa from '#seatmap/messages/ka.json' with { type: 'json' }
import shellEn from '#apps/web/messages/en.json' with { type: 'json' }
import shellKa from '#apps/web/messages/ka.json' with { type: 'json' }
import widgetEn from '#apps/web/messages/widget-en.json' with { type: 'json' }
import widgetKa from '#apps/web/messages/widget-ka.json' with { type: 'json' }
import detailsEn from '#modules/tickets/messages/details-en.json' with { type: 'json' }
import detailsKa from '#modules/tickets/messages/details-ka.json' with { type: 'json' }
import returningEn from '#modules/tickets/messages/returning-en.json' with { type: 'json' }
import returningKa from '#modules/tickets/messages/returning-ka.json' with { type: 'json' }
import transferEn from '#modules/tickets/messages/transfer-en.json' with { type: 'json' }
import transferKa from '#modules/tickets/messages/transfer-ka.json' with { type: 'json' }
import transportEn from '#modules/transport/messages/transport-en.json' with { type: 'json' }
import transportKa from '#modules/transport/messages/transport-ka.json' with { type: 'json' }
import transportOfficeEn from '#modules/transport/messages/office-en.json' with { type: 'json' }
import transportOfficeKa from '#modules/transport/messages/office-ka.json' with { type: 'json' }
import vehicleEmailsEn from '#modules/transport/messages/vehicle-emails-en.json' with { type: 'json' }
import vehicleEmailsKa from '#modules/transport/messages/vehicle-emails-ka.json' with { type: 'json' }
import vehicleOfficeEn from '#modules/transport/messages/vehicle-office-en.json' with { type: 'json' }
import vehicleOfficeKa from '#modules/transport/messages/vehicle-office-ka.json' with { type: 'json' }
import passengersEn from '#modules/passengers/messages/en.json' with { type: 'json' }
import passengersKa from '#modules/passengers/messages/ka.json' with { type: 'json' }
import ticketsEn from '#modules/tickets/messages/en.json' with { type: 'json' }
import ticketsKa from '#modules/tickets/messages/ka.json' with { type: 'json' }
import boxOfficeEn from '#modules/box-office/messages/en.json' with { type: 'json' }
import boxOfficeKa from '#modules/box-office/messages/ka.json' with { type: 'json' }
import boxOfficeRefusalsEn from '#modules/box-office/messages/refusals-en.json' with { type: 'json' }
import boxOfficeRefusalsKa from '#modules/box-office/messages/refusals-ka.json' with { type: 'json' }
import settlementsEn from '#modules/settlements/messages/en.json' with { type: 'json' }
import settlementsKa from '#modules/settlements/messages/ka.json' with { type: 'json' }
import settlementsOfficeEn from '#modules/settlements/messages/office-en.json' with { type: 'json' }
import settlementsOfficeKa from '#modules/settlements/messages/office-ka.json' with { type: 'json' }
import multipassEn from '#modules/multipass/messages/en.json' with { type: 'json' }
import multipassKa from '#modules/multipass/messages/ka.json' with { type: 'json' }
import multipassOfficeEn from '#modules/multipass/messages/office-en.json' with { type: 'json' }
import multipassOfficeKa from '#modules/multipass/messages/office-ka.json' with { type: 'json' }
import assignOfficeEn from '#modules/transport/messages/assign-office-en.json' with { type: 'json' }
import assignOfficeKa from '#modules/transport/messages/assign-office-ka.json' with { type: 'json' }
import termsOfficeEn from '#modules/transport/messages/terms-office-en.json' with { type: 'json' }
import termsOfficeKa from '#modules/transport/messages/terms-office-ka.json' with { type: 'json' }
import vehicleFormEn from '#modules/transport/messages/vehicle-form-en.json' with { type: 'json' }
import vehicleFormKa from '#modules/transport/messages/vehicle-form-ka.json' with { type: 'json' }
import logEn from '#modules/operator/messages/log-en.json' with { type: 'json' }
import logKa from '#modules/operator/messages/log-ka.json' with { type: 'json' }
import paymentsEn from '#modules/payments/messages/en.json' with { type: 'json' }
import paymentsKa from '#modules/payments/messages/ka.json' with { type: 'json' }
import requestsOfficeEn from '#modules/requests/messages/office-en.json' with { type: 'json' }
import requestsOfficeKa from '#modules/requests/messages/office-ka.json' with { type: 'json' }

const messages = {
  ka: {
    accounts: accountsKa,
    boxOffice: boxOfficeKa,
    boxOfficeRefusals: boxOfficeRefusalsKa,
    settlements: settlementsKa,
    settlementsOffice: settlementsOfficeKa,
    multipass: multipassKa,
    multipassOffice: multipassOfficeKa,
    assignOffice: assignOfficeKa,
    termsOffice: termsOfficeKa,
    vehicleForm: vehicleFormKa,
    log: logKa,
    payments: paymentsKa,
    requestsOffice: requestsOfficeKa,
    cinema: cinemaKa,
    cinemaEmails: cinemaEmailsKa,
    cinemaOffice: cinemaOfficeKa,
    designer: designerKa,
    documents: documentsKa,
    entrance: entranceKa,
    fareRules: fareRulesKa,
    fees: feesKa,
    staff: staffKa,
    events: { ...eventsKa, ...showsKa, ...choosingKa },
    queue: queueKa,
    queuePass: queuePassKa,
    flights: flightsKa,
    invitations: invitationsKa,
    listFilters: listFiltersKa,
    lists: listsKa,
    loading: loadingKa,
    merchant: merchantKa,
    operator: operatorKa,
    orders: {
      ...ordersKa,
      ...ordersChecksKa,
      ...ordersHoldingKa,
      ...ordersOutcomesKa,
      ...ordersPricesKa,
      ...ordersQuestionsKa,
      ...ordersWaysKa,
    },
    passing: transferKa,
    returning: returningKa,
    ticketDetails: detailsKa,
    promotions: promotionsKa,
    saleRules: saleRulesKa,
    search: searchKa,
    seatmap: seatmapKa,
    shell: shellKa,
    widget: widgetKa,
    passengers: passengersKa,
    picked: pickedKa,
    tickets: ticketsKa,
    transport: transportKa,
    transportOffice: transportOfficeKa,
    vehicleEmails: vehicleEmailsKa,
    vehicleOffice: vehicleOfficeKa,
  },
  en: {
    accounts: accountsEn,
    boxOffice: boxOfficeEn,
    boxOfficeRefusals: boxOfficeRefusalsEn,
    settlements: settlementsEn,
    settlementsOffice: settlementsOfficeEn,
    multipass: multipassEn,
    multipassOffice: multipassOfficeEn,
    assignOffice: assignOfficeEn,
    termsOffice: termsOfficeEn,
    vehicleForm: vehicleFormEn,
    log: logEn,
    payments: paymentsEn,
    requestsOffice: requestsOfficeEn,
    cinema: cinemaEn,
    cinemaEmails: cinemaEmailsEn,
    cinemaOffice: cinemaOfficeEn,
    designer: designerEn,
    documents: documentsEn,
    entrance: entranceEn,
    fareRules: fareRulesEn,
    fees: feesEn,
    staff: staffEn,
    events: { ...eventsEn, ...showsEn, ...choosingEn },
    queue: queueEn,
    queuePass: queuePassEn,
    flights: flightsEn,
    invitations: invitationsEn,
    listFilters: listFiltersEn,
    lists: listsEn,
    loading: loadingEn,
    merchant: merchantEn,
    operator: operatorEn,
    orders: {
      ...ordersEn,
      ...ordersChecksEn,
      ...ordersHoldingEn,
      ...ordersOutcomesEn,
      ...ordersPricesEn,
      ...ordersQuestionsEn,
      ...ordersWaysEn,
    },
    passing: transferEn,
    returning: returningEn,
    ticketDetails: detailsEn,
    promotions: promotionsEn,
    saleRules: saleRulesEn,
    search: searchEn,
    seatmap: seatmapEn,
    shell: shellEn,
    widget: widgetEn,
    passengers: passengersEn,
    picked: pickedEn,
    tickets: ticketsEn,
    transport: transportEn,
    transportOffice: transportOfficeEn,
    vehicleEmails: vehicleEmailsEn,
    vehicleOffice: vehicleOfficeEn,
  },
} as const

type Modules = (typeof messages)['en']

/** The shop's texts, so that journeys find elements as a person reading that language does. */
export type Words = <Module extends keyof Modules>(
  module: Module,
  key: keyof Modules[Module] & string,
  values?: TextValues,
) => string

export function wordsOf(locale: Locale): Words {
  return (module, key, values) => {
    const texts: Messages = messages[locale][module]
    return formatText(locale, texts[key] ?? key, values)
  }
}

/** Matches what a text with a count says, whether of one or of several. */
export function counted(text: (count: number) => string): RegExp {
  const said = [1, 2].map((count) => text(count).replace(String(count), String.raw`\d+`))
  return new RegExp(said.join('|'))
}

/** Matches the part of a text before its first value, for example of a button with an amount. */
export function beginningOf(text: string): RegExp {
  return new RegExp(`^${literally(text.split('\u0000', 1)[0] ?? '')}`)
}

/** Matches a whole text whose values, given as `\u0000`, are amounts or other words with a digit. */
export function withAmounts(text: string): RegExp {
  const parts = text.split('\u0000').map((part) => literally(part))
  return new RegExp(`^${parts.join(String.raw`[^ ]*\d.*`)}$`)
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
