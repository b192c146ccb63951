/** The texts of one file, nested by name. */
export interface TextTree {
  readonly [name: string]: string | TextTree
}

/** The texts of a file by key, such as `search.title`. */
export function entriesOf(tree: TextTree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : entriesOf(value, `${prefix}${name}.`),
  )
}
