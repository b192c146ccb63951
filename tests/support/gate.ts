/** Holds work up until it is let through. */
export function createGate() {
  let arrive: () => void = () => undefined
  let release: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  return {
    /** Waits here; all who come later pass once it is open. */
    async pass(): Promise<void> {
      arrive()
      await released
    },
    /** Settles when somebody waits. */
    arrived,
    open: () => release(),
  }
}

export type Gate = ReturnType<typeof createGate>
