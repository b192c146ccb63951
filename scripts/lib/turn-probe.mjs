// Loaded into a built server to measure it: SIGUSR2 makes it watch the turns of its event loop, and the next SIGUSR2
// makes it print the longest. While it watches, the loop never idles.
import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * @returns a function that returns the nanoseconds of CPU time used by the loop's thread; undefined if the
 *   system does not report them.
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
    // CPU time is shorter than elapsed time if something else on the machine used the CPU meanwhile.
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

// Processes and threads that the server starts have arguments, and are not measured.
if (isMainThread && process.argv.length === 2) {
  let stop
  process.on('SIGUSR2', () => {
    if (stop) process.stdout.write(`longest turn: ${stop()} ms\n`)
    stop = stop ? undefined : watch()
  })
}
