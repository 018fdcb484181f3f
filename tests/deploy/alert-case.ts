/** Figures of a moment, with which an alert fires or does not. */
export interface AlertCase {
  /** What happens, in words. */
  readonly when: string
  readonly series: Readonly<Record<string, string>>
  /** Minutes after the start. */
  readonly at: number
}

export interface AlertCases {
  readonly fires: AlertCase
  readonly quiet: AlertCase
}

/** A series of a server. */
export const bileti = (metric: string, labels = '', instance = 'server-1:3000'): string =>
  `${metric}{job="bileti",instance="${instance}"${labels === '' ? '' : `,${labels}`}}`
