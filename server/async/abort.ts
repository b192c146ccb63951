/**
 * Calls back once: when a signal aborts, or now if it has. Signals such as the server's stop outlive nearly everything
 * that listens to them and keep every listener, with all it refers to, until it is removed.
 * @returns a function that removes the listener.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/**
 * Creates a controller that also aborts when another signal does, with its reason. `AbortSignal.any` would do the same,
 * but what listens to its signal is kept as long as the other signal.
 * @returns the controller, and a function that detaches it from the other signal.
 */
export function abortWith(other: AbortSignal | undefined): {
  controller: AbortController
  detach: () => void
} {
  const controller = new AbortController()
  return { controller, detach: onAbort(other, () => controller.abort(other?.reason)) }
}
