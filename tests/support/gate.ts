/** Holds work up until it is released. */
export function createGate() {
  let arrive: () => void = () => undefined
  let release: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  return {
    /** Waits here; once the gate is open, everyone passes. */
    async pass(): Promise<void> {
      arrive()
      await released
    },
    /** Resolves when someone is waiting. */
    arrived,
    open: () => release(),
  }
}

export type Gate = ReturnType<typeof createGate>
