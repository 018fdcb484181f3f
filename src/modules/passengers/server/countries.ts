/** Country names of CLDR in the languages of travellers. */

const names = {
  ka: new Intl.DisplayNames(['ka'], { type: 'region' }),
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
  ru: new Intl.DisplayNames(['ru'], { type: 'region' }),
}

/** The name of a country by its ISO 3166-1 alpha-2 code; the code itself if it has none. */
export function countryNames(code: string): Readonly<Record<keyof typeof names, string>> {
  const of = (language: 'ka' | 'en' | 'ru') => names[language].of(code) ?? code
  return { ka: of('ka'), en: of('en'), ru: of('ru') }
}

/** ISO 3166-1 alpha-2 codes, without codes that CLDR uses internally. */
const codes: readonly string[] = (() => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const notCountries = new Set([
    'EU',
    'EZ',
    'UN',
    'QO',
    'ZZ',
    'XA',
    'XB',
    'CP',
    'DG',
    'EA',
    'IC',
    'TA',
    'AC',
    'CQ',
  ])
  return letters.flatMap((first) =>
    letters.flatMap((second) => {
      const code = first + second
      const isRetired = new Intl.Locale(`und-${code}`).region !== code
      return names.en.of(code) === code || notCountries.has(code) || isRetired ? [] : [code]
    }),
  )
})()

/** All countries, sorted by name in a language. */
export function listCountries(
  locale: 'ka' | 'en',
): { readonly code: string; readonly name: string }[] {
  return codes
    .map((code) => ({ code, name: countryNames(code)[locale] }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}
