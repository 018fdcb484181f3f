/** The syntax tree of a script, as far as the check of compatibility needs it. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Visits every node with the one that contains it. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | null) => void,
): void {
  const waiting: [SyntaxNode, SyntaxNode | null][] = [[node, null]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, parent] = next
    visit(one, parent)
    for (const key in one) {
      const value = one[key]
      if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) waiting.push([item, one])
      } else if (isNode(value)) waiting.push([value, one])
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
  )
}

/** The name of a member: `a.name` or `a['name']`; null if it is computed. */
export function memberName({ type, computed, property }: SyntaxNode): string | null {
  if (type !== 'MemberExpression') return null
  return computed === true ? stringOf(property as SyntaxNode) : variableName(property as SyntaxNode)
}

/** The text of a string; null for other expressions. Minified strings are templates. */
export function stringOf({ type, value, quasis }: SyntaxNode): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null
  const [quasi, ...more] = type === 'TemplateLiteral' ? (quasis as SyntaxNode[]) : []
  return quasi && more.length === 0 ? (quasi.value as { cooked: string }).cooked : null
}

/** The name of a variable; null for other expressions. */
export function variableName({ type, name }: SyntaxNode): string | null {
  return type === 'Identifier' ? (name as string) : null
}

/** Whether a name is that of a property, label or export, which refers to no variable. */
export function isPropertyName(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (parent === null) return false
  const isOwn = parent.key === node || parent.property === node
  if (isOwn && parent.computed !== true && parent.shorthand !== true) return true
  return /^(Export|Import|Labeled|Break|Continue|MetaProperty)/.test(parent.type)
}

/** Whether a name is declared here: a variable, parameter, function, class or import. */
export function isDeclared(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (node.type !== 'Identifier' || parent === null) return false
  switch (parent.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return parent.id === node || (parent.params as unknown[] | undefined)?.includes(node) === true
    case 'ArrowFunctionExpression':
      return (parent.params as unknown[]).includes(node)
    case 'AssignmentPattern':
      return parent.left === node
    case 'ArrayPattern':
    case 'RestElement':
    case 'CatchClause':
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return true
    case 'Property':
      return parent.value === node
    default:
      return false
  }
}

/** What is written around a node. */
export function textNear(text: string, { start, end }: SyntaxNode): string {
  return text.slice(Math.max(0, start - 40), Math.min(end, start + 60) + 20).replaceAll(/\s+/g, ' ')
}
