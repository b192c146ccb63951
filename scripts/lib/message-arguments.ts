import type { CompiledMessage } from 'icu-minify/format'

/** The argument types that icu-minify writes after an argument's name and that need a number. */
const COUNTED: readonly unknown[] = [2, 3, 4]

/** The parameters of a message by name, and whether each has to be a number. */
export function argumentsOf(message: CompiledMessage): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>()
  readNodes(message, found)
  return found
}

/** @param nodes a text, or a list of texts, number signs, and values with their branches. */
function readNodes(nodes: unknown, found: Map<string, boolean>): void {
  if (!isList(nodes)) return
  for (const node of nodes) {
    if (!isList(node)) continue
    const [name, kind, branches] = node
    const key = String(name)
    found.set(key, COUNTED.includes(kind) || found.get(key) === true)
    for (const branch of Object.values(branches ?? {})) readNodes(branch, found)
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
