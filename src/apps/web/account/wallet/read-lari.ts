/** Minor units of a typed amount (`20`, `12,5`, `1 250.00`); null if it is invalid. */
export function readLari(typed: string): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s\u00a0₾]/g, ''))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
