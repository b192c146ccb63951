import { workerData } from 'node:worker_threads'
import { createExecutor } from './sqlite-executor'
import type { SqliteAnswer, SqliteOrder, SqliteThreadData } from './sqlite-thread.types'

/** The main loop of a thread: executes orders one at a time, until the order to close. */
export function serveSqlite(): void {
  const { path, file, busy, stop, answered, port } = workerData as SqliteThreadData
  const executor = createExecutor(path, file)
  port.on('message', (orders: SqliteOrder[]) => {
    const answers: SqliteAnswer[] = []
    for (const order of orders) {
      Atomics.store(busy, 0, 1)
      // Checked after setting `busy`, so that the main thread either waits for this order or it never starts.
      if (Atomics.load(stop, 0) === 0) answers.push(executor.answer(order))
      Atomics.store(busy, 0, 0)
      Atomics.notify(busy, 0)
    }
    port.postMessage(answers)
    // After the message, so that whoever waits for the number finds it.
    Atomics.add(answered, 0, 1)
    Atomics.notify(answered, 0)
  })
}
