/** Limits of one import: enough for a year of a large organiser, and read within seconds. */
export const importLimits = {
  filesMax: 10,
  bytesMax: 12_000_000,
  recordsMax: 60_000,
  /** Maximum number of problems reported for one file. */
  fileProblemsMax: 20,
} as const

/** Maximum length of a field in characters; 200 for those not listed. */
export const lengthMax: Readonly<Record<string, number>> = {
  description_ka: 20_000,
  description_en: 20_000,
  summary_ka: 500,
  summary_en: 500,
  performers: 2_000,
}
