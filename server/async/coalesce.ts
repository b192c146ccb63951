/** Runs work one at a time: however often it is called for while it runs, one more run follows. */
export function coalesce(work: () => Promise<void>) {
  let wanted = false
  let current: Promise<void> | undefined
  const failures: unknown[] = []
  async function loop(): Promise<void> {
    while (wanted && failures.length === 0) {
      wanted = false
      await work().catch((error: unknown) => failures.push(error))
    }
    current = undefined
  }
  return {
    call(): void {
      wanted = true
      current ??= loop()
    },
    /** @throws what one of the runs threw. */
    async settled(): Promise<void> {
      await current
      if (failures.length > 0) throw failures[0]
    },
  }
}
