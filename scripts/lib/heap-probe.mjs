// Loaded into a built server to measure it: SIGUSR2 makes it collect garbage and print how many bytes of its
// heap are still in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

// Processes and threads that the server starts have arguments, and are not measured.
if (isMainThread && process.argv.length === 2) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    process.stdout.write(`live heap: ${process.memoryUsage().heapUsed} bytes\n`)
  })
}
