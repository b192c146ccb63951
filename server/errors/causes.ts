/** An error and its causes, outermost first; nothing for any other value. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let current = error; current instanceof Error && !causes.includes(current); current = current.cause) {
    causes.push(current)
  }
  return causes
}
