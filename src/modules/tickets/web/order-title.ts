/** What an order of several items is called: there and back by both journeys, a longer one by what comes first. */
export function titleOf(items: readonly { readonly name: string }[]): string {
  const names = [...new Set(items.map(({ name }) => name))]
  return names.slice(0, names.length === 2 ? 2 : 1).join(' · ')
}
