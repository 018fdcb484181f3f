/** What an expression of Prometheus asks for. */
import { parser } from '@prometheus-io/lezer-promql'

export interface Selector {
  readonly metric: string
  /** Label names with the values that are asked for; `a|b` is two. */
  readonly matchers: readonly { readonly label: string; readonly values: readonly string[] }[]
}

export interface Asked {
  readonly selectors: readonly Selector[]
  /** Labels by which series are put together or joined. */
  readonly grouped: readonly string[]
  /** Parts that are not PromQL. */
  readonly faults: readonly string[]
}

export function askedBy(expression: string): Asked {
  const selectors: { metric: string; matchers: { label: string; values: string[] }[] }[] = []
  const grouped: string[] = []
  const faults: string[] = []
  let isGrouping = false
  parser.parse(expression).iterate({
    enter(node) {
      const text = expression.slice(node.from, node.to)
      if (node.type.isError) faults.push(expression.slice(node.from))
      if (node.name === 'GroupingLabels') isGrouping = true
      if (node.name === 'VectorSelector') selectors.push({ metric: '', matchers: [] })
      const selector = selectors.at(-1)
      if (node.name === 'Identifier' && selector?.metric === '') selector.metric = text
      if (node.name === 'LabelName' && isGrouping) grouped.push(text)
      else if (node.name === 'LabelName') selector?.matchers.push({ label: text, values: [] })
      if (node.name === 'StringLiteral')
        selector?.matchers.at(-1)?.values.push(...text.slice(1, -1).split('|'))
    },
    leave(node) {
      if (node.name === 'GroupingLabels') isGrouping = false
    },
  })
  return { selectors, grouped, faults }
}
