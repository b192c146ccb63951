/** This process's runtime and version: "Node.js 24.21.0", "Bun 1.4.5", "Deno 2.9.6". */
export const runtime = nameRuntime(process.versions)

/** @param versions of all parts of a process, including the Node version that another runtime emulates. */
export function nameRuntime(versions: Record<string, string | undefined>): string {
  const { bun, deno, node } = versions
  if (bun !== undefined) return `Bun ${bun}`
  return deno === undefined ? `Node.js ${node}` : `Deno ${deno}`
}
