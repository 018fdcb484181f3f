/**
 * The table of modules and layers. Dependencies point downwards only: a module may use lower layers, and of another
 * module only its public API (server) or contract. Rules and their tests are derived from it.
 */
export const layers = [
  { name: 'kernel', folder: 'src/kernel' },
  { name: 'contract', folder: 'src/contract' },
  { name: 'seatmap', folder: 'src/seatmap' },
  { name: 'design', folder: 'src/design' },
  { name: 'platform', folder: 'src/platform' },
  { name: 'modules', folder: 'src/modules' },
  { name: 'flows', folder: 'src/flows' },
  { name: 'apps', folder: 'src/apps' },
] as const

export type LayerName = (typeof layers)[number]['name']

/** The layers that each layer may use besides itself. */
export const mayUse: Readonly<Record<LayerName, readonly LayerName[]>> = {
  kernel: [],
  contract: ['kernel'],
  seatmap: ['contract', 'kernel'],
  design: ['contract', 'kernel'],
  platform: ['contract', 'kernel'],
  modules: ['platform', 'design', 'seatmap', 'contract', 'kernel'],
  flows: ['modules', 'platform', 'design', 'seatmap', 'contract', 'kernel'],
  apps: ['flows', 'modules', 'platform', 'design', 'seatmap', 'contract', 'kernel'],
}

/** The level of each module: a module may use only modules of a lower level. */
export const modules: Readonly<Record<string, number>> = {
  // Used by modules that list or sell, so it is below them.
  'sale-rules': 0,
  inventory: 0,
  accounts: 1,
  catalogue: 1,
  rates: 1,
  returns: 1,
  notifications: 2,
  // Below orders, whose passenger form uses it.
  passengers: 2,
  payments: 2,
  wallet: 2,
  queue: 2,
  search: 2,
  staff: 2,
  // Uses the names of stops, as search does.
  timetable: 3,
  orders: 3,
  tickets: 4,
  membership: 4,
  requests: 4,
  entrance: 5,
  // Uses the texts of ticket emails.
  follows: 5,
  events: 6,
  transport: 6,
  flights: 6,
  invitations: 6,
  webhooks: 6,
  // Uses the texts of ticket emails.
  mailings: 6,
  // Its counter shows event maps.
  'box-office': 7,
  multipass: 7,
  // Its calls use invitations to share orders.
  cinema: 7,
  // Imports drawings as operators do, and moves sold places.
  designer: 7,
  operator: 7,
  'rules-admin': 7,
  presentation: 7,
  // Above events, because one of its calls holds places and applies a code together.
  promotions: 7,
  // Above operator, whose import engine processes organisers' content.
  merchant: 8,
  // Reserves are calculated from organisers' sales.
  settlements: 9,
}

/**
 * Parts of the shell that every page contains and that pages of all modules may therefore use, although the shell
 * is in a higher layer: texts, query cache, in-process calls.
 */
export const shellParts: readonly string[] = []

/** Page components that modules of higher layers embed; loaded on demand. */
export const openParts: readonly string[] = [
  'src/modules/accounts/web/step-up/use-proven-client.ts',
  'src/modules/events/web/use-view-report.ts',
  'src/modules/requests/web/parts/request-form.tsx',
  'src/modules/entrance/web/parts/item-picker.tsx',
  'src/modules/passengers/web/country-field.tsx',
  'src/modules/box-office/web/parts/print-buttons.tsx',
  'src/modules/orders/web/parts/order-status.tsx',
  'src/modules/orders/web/parts/extra-fields.tsx',
  'src/modules/orders/web/use-extras.ts',
  'src/modules/returns/web/refund-form.tsx',
  'src/modules/staff/web/parts/log-entry.tsx',
]

/** Formats that other modules read and write like their own module: pure, for servers and browsers. */
export const openFormats: readonly string[] = [
  'src/modules/catalogue/event-path.ts',
  'src/modules/orders/contents.ts',
  'src/modules/orders/equal-lines.ts',
  'src/modules/tickets/code-format.ts',
  'src/modules/tickets/rotating-code.ts',
]
