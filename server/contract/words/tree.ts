/** The texts of one file, by name, in groups. */
export interface TextTree {
  readonly [name: string]: string | TextTree
}

/** The texts of a file with their keys, such as `search.title`. */
export function entriesOf(tree: TextTree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : entriesOf(value, `${prefix}${name}.`),
  )
}
