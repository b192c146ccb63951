import type { parse } from 'vue/compiler-sfc'

type Root = NonNullable<NonNullable<ReturnType<typeof parse>['descriptor']['template']>['ast']>
type Node = Root['children'][number]

/** Elements whose own role forbids a name, so that screen readers ignore it. */
const NAMELESS = new Set([
  'div',
  'span',
  'p',
  'b',
  'i',
  'em',
  'strong',
  'small',
  'code',
  'del',
  'ins',
  'sub',
  'sup',
])
const NAMES = new Set(['aria-label', 'aria-labelledby'])

/**
 * Elements of a template that have a name but no role that allows one.
 * @returns their lines.
 */
export function namedWithoutRole(nodes: readonly Node[]): number[] {
  return nodes.flatMap((node) => {
    if (!('tag' in node)) return []
    const given = new Set(node.props.flatMap(nameOf))
    const isFault = NAMELESS.has(node.tag) && !given.has('role') && [...NAMES].some((name) => given.has(name))
    return [...(isFault ? [node.loc.start.line] : []), ...namedWithoutRole(node.children)]
  })
}

/** Name of an attribute, bound or not. */
function nameOf(prop: Extract<Node, { tag: string }>['props'][number]): string[] {
  if (!('arg' in prop)) return [prop.name]
  return prop.name === 'bind' && prop.arg && 'content' in prop.arg && typeof prop.arg.content === 'string'
    ? [prop.arg.content]
    : []
}
