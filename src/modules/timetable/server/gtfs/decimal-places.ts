const without = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const withThree = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

/** Decimal places of amounts in any currency of ISO 4217: a feed may name some in which nothing can be sold. */
export function decimalPlacesOf(currency: string): number {
  if (without.includes(currency)) return 0
  return withThree.includes(currency) ? 3 : 2
}
