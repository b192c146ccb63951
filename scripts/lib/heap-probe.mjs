// Loaded by a built server that is measured, beside its own code: SIGUSR2 has it collect its garbage and print how much
// of its heap is in use after that.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

// Processes and threads that the server starts get an argument.
if (isMainThread && process.argv.length === 2) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    process.stdout.write(`live heap: ${process.memoryUsage().heapUsed} bytes\n`)
  })
}
