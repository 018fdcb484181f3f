import { databaseAlertCases } from './database-alert-cases.ts'
import { bileti, type AlertCase, type AlertCases } from './alert-case.ts'

const requests = (status: string): string =>
  bileti('http_request_duration_seconds_count', `method="GET",route="page /",status="${status}"`)
const bucket = (le: string): string =>
  bileti(
    'http_request_duration_seconds_bucket',
    `method="GET",route="page /",status="200",le="${le}"`,
  )
const payments = (outcome: string, instance?: string): string =>
  bileti('payments_total', `provider="tpay",outcome="${outcome}"`, instance)
const oldest = (kind: string, state: string): string =>
  bileti('jobs_oldest_seconds', `kind="${kind}",state="${state}"`)
const messages = (outcome: string): string =>
  bileti('messages_total', `channel="email",outcome="${outcome}"`)
const sweep = (name: string): string => bileti('sweep_age_seconds', `sweep="${name}"`)
const undelivered = bileti('jobs_waiting', 'kind="undelivered-messages",state="new"')
const up = bileti('up')
const databaseUp = bileti('database_up')

/**
 * For each alert, figures with which it fires and such with which it does not. Values are written as promtool reads them:
 * `start+stepxcount` a minute apart.
 */
export const alertCases: Readonly<Record<string, AlertCases>> = {
  ErrorBudgetBurnsFast: {
    fires: {
      when: 'one page in twenty is a 500',
      series: { [requests('200')]: '0+95x80', [requests('500')]: '0+5x80' },
      at: 75,
    },
    quiet: {
      when: 'every page is a 500 and probes do not count, but nobody asks for more than a minute',
      series: { [requests('200')]: '0+100x80', [requests('500')]: '0x70 5x10' },
      at: 75,
    },
  },
  AnswersAreSlow: {
    fires: {
      when: 'a tenth takes two seconds',
      series: {
        [bucket('1')]: '0+90x30',
        [bucket('2.5')]: '0+100x30',
        [bucket('+Inf')]: '0+100x30',
      },
      at: 25,
    },
    quiet: {
      when: 'everything takes less than a second',
      series: {
        [bucket('1')]: '0+100x30',
        [bucket('2.5')]: '0+100x30',
        [bucket('+Inf')]: '0+100x30',
      },
      at: 25,
    },
  },
  NoServerAnswers: {
    fires: { when: 'the only server is away', series: { [up]: '1 0x10' }, at: 5 },
    quiet: {
      when: 'one of two is away',
      series: { [up]: '0x10', [bileti('up', '', 'server-2:3000')]: '1x10' },
      at: 5,
    },
  },
  ServerIsAway: {
    fires: { when: 'for six minutes', series: { [up]: '0x10' }, at: 6 },
    quiet: { when: 'for three minutes', series: { [up]: '1x3 0x3 1x10' }, at: 8 },
  },
  DatabaseIsAway: {
    fires: { when: 'no server reaches it', series: { [databaseUp]: '1x3 0x10' }, at: 6 },
    quiet: {
      when: 'one server of two reaches it',
      series: { [databaseUp]: '0x10', [bileti('database_up', '', 'server-2:3000')]: '1x10' },
      at: 6,
    },
  },
  ClockIsWrong: {
    fires: {
      when: 'five seconds behind',
      series: { [bileti('clock_difference_seconds')]: '-5x10' },
      at: 3,
    },
    quiet: {
      when: 'half a second ahead',
      series: { [bileti('clock_difference_seconds')]: '0.5x10' },
      at: 3,
    },
  },
  FiguresAreOld: {
    fires: {
      when: 'a statement fails while the database answers',
      series: {
        [bileti('figures_age_seconds', 'source="database"')]: '0+60x20',
        [databaseUp]: '1x20',
      },
      at: 10,
    },
    quiet: {
      when: 'the database is away, which another alert says',
      series: {
        [bileti('figures_age_seconds', 'source="database"')]: '0+60x20',
        [databaseUp]: '0x20',
      },
      at: 10,
    },
  },
  PaymentsFail: {
    fires: {
      when: 'five minutes of payments that all fail, seen by two servers, among probes that succeed',
      series: {
        [payments('unanswered')]: '4x5 4+1x10',
        [payments('unanswered', 'server-2:3000')]: '4x5 4+1x10',
        [payments('captured')]: '90x15',
        [bileti('http_probes_total', 'route="/readyz",status="200"')]: '0+600x15',
      },
      at: 11,
    },
    quiet: {
      when: 'one buyer tries a wrong card four times at night',
      series: {
        [payments('refused')]: '0x15',
        [payments('declined')]: '0x8 4x7',
        [payments('captured')]: '90x15',
      },
      at: 11,
    },
  },
  PaymentsFailOften: {
    fires: {
      when: 'two of three fail',
      series: {
        [payments('refused')]: '0+4x30',
        [payments('declined')]: '0x30',
        [payments('captured')]: '0+2x30',
      },
      at: 25,
    },
    quiet: {
      when: 'one of three fails',
      series: {
        [payments('refused')]: '0+2x30',
        [payments('declined')]: '0+2x30',
        [payments('captured')]: '0+8x30',
      },
      at: 25,
    },
  },
  ConfirmationsWait: {
    fires: {
      when: 'no mail server for ten minutes: every attempt fails and the job waits for the next',
      series: { [oldest('ticket-letter', 'failed')]: '0+60x10' },
      at: 5,
    },
    quiet: {
      when: 'the mail server of one address puts its letter off all day',
      series: {
        [oldest('ticket-letter', 'delayed')]: '0+60x30',
        [oldest('ticket-letter', 'new')]: '1x30',
      },
      at: 25,
    },
  },
  AccountMessagesWait: {
    fires: {
      when: 'codes cannot be sent',
      series: { [oldest('code-message', 'failed')]: '0+60x15' },
      at: 8,
    },
    quiet: {
      when: 'reminders wait',
      series: { [oldest('reminder-letter', 'failed')]: '0+60x15' },
      at: 8,
    },
  },
  JobsWait: {
    fires: {
      when: 'an import fails again and again',
      series: { [oldest('feed-import', 'failed')]: '0+60x40' },
      at: 25,
    },
    quiet: {
      when: 'messages that were given up lie in their list',
      series: { [oldest('undelivered-messages', 'new')]: '0+60x40' },
      at: 35,
    },
  },
  MessagesAreRefused: {
    fires: {
      when: 'the mail server refuses everybody',
      series: { [messages('refused')]: '0+1x40', [messages('sent')]: '0x40' },
      at: 20,
    },
    quiet: {
      when: 'one wrong address is written to again and again',
      series: {
        [messages('refused')]: '0 1x39',
        [messages('refused-again')]: '0+5x40',
        [messages('sent')]: '0x40',
      },
      at: 20,
    },
  },
  MessagesUndelivered: {
    fires: { when: 'thirty in half an hour', series: { [undelivered]: '2x60 2+1x40' }, at: 95 },
    quiet: {
      when: 'thirty of an address, since yesterday',
      series: { [undelivered]: '30x200' },
      at: 150,
    },
  },
  WorkerIsAway: {
    fires: {
      when: 'nothing periodic has run for two minutes',
      series: { [sweep('webhook-delivery')]: '1 1+60x10', [databaseUp]: '1x12' },
      at: 5,
    },
    quiet: {
      when: 'one of them has not',
      series: {
        [sweep('webhook-delivery')]: '1+60x10',
        [sweep('poll-payments')]: '1x10',
        [databaseUp]: '1x12',
      },
      at: 5,
    },
  },
  MoneySweepFails: {
    fires: {
      when: 'payments are not asked for',
      series: { [sweep('poll-payments')]: '1+60x15', [databaseUp]: '1x15' },
      at: 10,
    },
    quiet: {
      when: 'the database is away, which another alert says',
      series: { [sweep('poll-payments')]: '1+60x15', [databaseUp]: '0x15' },
      at: 10,
    },
  },
  SweepFails: {
    fires: {
      when: 'rates have not come since last night',
      series: { [sweep('currency-rates')]: '30000x15' },
      at: 10,
    },
    quiet: { when: 'an hour has passed', series: { [sweep('currency-rates')]: '3700x15' }, at: 10 },
  },
  FeedIsOld: {
    fires: {
      when: 'no news for half an hour',
      series: { [bileti('feed_age_seconds', 'feed="rail"')]: '0+60x40' },
      at: 30,
    },
    quiet: {
      when: 'news every minute',
      series: { [bileti('feed_age_seconds', 'feed="rail"')]: '60x40' },
      at: 30,
    },
  },
  CertificateEnds: {
    fires: {
      when: 'in a week',
      series: { [bileti('certificate_days_left', 'certificate="shop"')]: '7x10' },
      at: 8,
    },
    quiet: {
      when: 'in a month',
      series: { [bileti('certificate_days_left', 'certificate="shop"')]: '30x10' },
      at: 8,
    },
  },
  CertificateEndsNow: {
    fires: {
      when: 'it has ended',
      series: { [bileti('certificate_days_left', 'certificate="shop"')]: '-1x10' },
      at: 8,
    },
    quiet: {
      when: 'in a week',
      series: { [bileti('certificate_days_left', 'certificate="shop"')]: '7x10' },
      at: 8,
    },
  },
  DiskFills: {
    fires: {
      when: 'five hundredths are left',
      series: { [bileti('disk_free_ratio', 'place="data"')]: '0.05x10' },
      at: 8,
    },
    quiet: {
      when: 'half of it is left',
      series: { [bileti('disk_free_ratio', 'place="data"')]: '0.5x10' },
      at: 8,
    },
  },
  DiskIsFull: {
    fires: {
      when: 'nothing is left',
      series: { [bileti('disk_free_ratio', 'place="temporary"')]: '0x10' },
      at: 3,
    },
    quiet: {
      when: 'five hundredths are left',
      series: { [bileti('disk_free_ratio', 'place="temporary"')]: '0.05x10' },
      at: 3,
    },
  },
  EventLoopIsBusy: {
    fires: {
      when: 'half a second',
      series: { [bileti('nodejs_eventloop_lag_p99_seconds')]: '0.5x10' },
      at: 8,
    },
    quiet: {
      when: 'a tenth',
      series: { [bileti('nodejs_eventloop_lag_p99_seconds')]: '0.1x10' },
      at: 8,
    },
  },
  MemoryGrows: {
    fires: {
      when: 'two gigabytes',
      series: { [bileti('process_resident_memory_bytes')]: '2000000000x30' },
      at: 25,
    },
    quiet: {
      when: 'half a gigabyte',
      series: { [bileti('process_resident_memory_bytes')]: '500000000x30' },
      at: 25,
    },
  },
  OldPagesAreSent: {
    fires: {
      when: 'copies are sent',
      series: { [bileti('page_cache_total', 'outcome="fallback"')]: '0+5x15' },
      at: 12,
    },
    quiet: {
      when: 'pages are rendered',
      series: {
        [bileti('page_cache_total', 'outcome="fallback"')]: '3x15',
        [bileti('page_cache_total', 'outcome="miss"')]: '0+5x15',
      },
      at: 12,
    },
  },
  MessageBudgetSpent: {
    fires: {
      when: 'the shop’s is spent',
      series: { [bileti('sms_refused_total', 'budget="shop"')]: '0+1x20' },
      at: 10,
    },
    quiet: {
      when: 'one phone’s is spent',
      series: { [bileti('sms_refused_total', 'budget="phone"')]: '0+1x20' },
      at: 10,
    },
  },
  PasswordsAreTried: {
    fires: {
      when: '50 a second',
      series: { [bileti('passwords_hashed_total')]: '0+3000x15' },
      at: 12,
    },
    quiet: {
      when: 'one a second',
      series: { [bileti('passwords_hashed_total')]: '0+60x15' },
      at: 12,
    },
  },
  ...databaseAlertCases,
}

/** Second cases of rules that have two. */
export const furtherCases: readonly { readonly alert: string; readonly fires: AlertCase }[] = [
  {
    alert: 'ReplicaFallsBehind',
    fires: {
      when: 'a machine of Patroni is a hundred megabytes behind',
      series: {
        'patroni_xlog_location{job="patroni",scope="bileti",name="postgres-1"}': '200000000x10',
        'patroni_xlog_location{job="patroni",scope="bileti",name="postgres-2"}': '0x10',
        'patroni_xlog_replayed_location{job="patroni",scope="bileti",name="postgres-2"}':
          '100000000x10',
        'patroni_replica{job="patroni",scope="bileti",name="postgres-2"}': '1x10',
      },
      at: 5,
    },
  },
  {
    alert: 'PaymentsFail',
    fires: {
      when: 'every card is declined',
      series: {
        [payments('refused')]: '0x20',
        [payments('declined')]: '0+4x20',
        [payments('captured')]: '9x20',
      },
      at: 11,
    },
  },
  {
    alert: 'NoSynchronousReplica',
    fires: {
      when: 'the primary of CloudNativePG sees none',
      series: {
        'cnpg_collector_sync_replicas{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-1",value="observed"}':
          '0x10',
        'cnpg_collector_sync_replicas{job="bileti/bileti-database",namespace="bileti",pod="bileti-database-1",value="expected"}':
          '1x10',
      },
      at: 5,
    },
  },
]
