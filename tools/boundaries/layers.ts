/**
 * The one table of modules and layers. Dependencies point downwards only: a module may use what lies in a lower
 * layer, and of another module only its public API (server) or contract. Rules and their tests derive from here.
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

/** What each layer may use besides itself. */
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

/** The layer of each module: a module uses only modules of a lower number. */
export const modules: Readonly<Record<string, number>> = {
  // Read by modules that list or sell, so it is below them.
  'sale-rules': 0,
  inventory: 0,
  accounts: 1,
  catalogue: 1,
  rates: 1,
  returns: 1,
  notifications: 2,
  // Below orders, whose form of passengers is filled from it.
  passengers: 2,
  payments: 2,
  wallet: 2,
  queue: 2,
  search: 2,
  staff: 2,
  // Reads stops' names as search does.
  timetable: 3,
  orders: 3,
  tickets: 4,
  membership: 4,
  requests: 4,
  entrance: 5,
  // Writes in the frame of the tickets' emails.
  follows: 5,
  events: 6,
  transport: 6,
  flights: 6,
  invitations: 6,
  webhooks: 6,
  // Writes in the frame of the tickets' emails.
  mailings: 6,
  // Its counter shows the maps of events.
  'box-office': 7,
  multipass: 7,
  // Its calls share orders by invitations.
  cinema: 7,
  // Reads drawings as the operator's import does, and moves what is sold.
  designer: 7,
  operator: 7,
  'rules-admin': 7,
  presentation: 7,
  // Above events, since one of its calls takes places and a code at once.
  promotions: 7,
  // Above the operator, whose engine of imports takes over what organisers make.
  merchant: 8,
  // Reserves are figures of the organisers' sales.
  settlements: 9,
}

/**
 * Parts of the shell that every page is in and that any module's pages may therefore use, although the
 * shell lies above them: texts, query cache, the in-process calls.
 */
export const shellParts: readonly string[] = []

/** Parts of pages that modules of higher layers show in theirs, downloaded when they are. */
export const openParts: readonly string[] = [
  'src/modules/requests/web/parts/request-form.tsx',
  'src/modules/entrance/web/parts/item-picker.tsx',
]

/** Formats that other modules read and write just as their own module does: pure, for servers and browsers alike. */
export const openFormats: readonly string[] = [
  'src/modules/catalogue/event-path.ts',
  'src/modules/tickets/code-format.ts',
  'src/modules/tickets/rotating-code.ts',
]
