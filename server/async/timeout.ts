/** Waits for work to end, up to a timeout in milliseconds. @returns whether it ended. */
export async function endsBeforeTimeout(timeout: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeout)
  })
  const ended = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return ended
}
