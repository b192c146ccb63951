// Loaded by a built server that is measured, beside its own code: SIGUSR2 has it watch the turns of its event loop, and
// the next one has it print the longest. While it watches, the loop never rests.
import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * @returns nanoseconds of processor time that the thread of the loop has used; undefined where the system does not
 *   tell.
 */
function openThreadClock() {
  if (process.platform !== 'linux') return undefined
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const text = Buffer.alloc(100)
  return () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ', 1)[0])
}

function watch() {
  const processorTime = openThreadClock() ?? (() => performance.now() * 1_000_000)
  const read = () => ({ at: performance.now(), spent: processorTime() })
  let last = read()
  let longest = 0
  let watching = true
  const look = () => {
    const now = read()
    // Less than what went by, where something else on the machine had the processor meanwhile.
    longest = Math.max(longest, Math.min(now.at - last.at, (now.spent - last.spent) / 1_000_000))
    last = now
    if (watching) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    watching = false
    return longest
  }
}

// Processes and threads that the server starts get an argument.
if (isMainThread && process.argv.length === 2) {
  let stop
  process.on('SIGUSR2', () => {
    if (stop) process.stdout.write(`longest turn: ${stop()} ms\n`)
    stop = stop ? undefined : watch()
  })
}
