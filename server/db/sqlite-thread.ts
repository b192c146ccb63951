import { parentPort, workerData } from 'node:worker_threads'
import { createDesk } from './sqlite-desk'
import type { SqliteAnswer, SqliteOrder, SqliteThreadData } from './sqlite-thread.types'

/** What a thread does all its life: it carries out orders one after the other, until it is ended after the one to close. */
export function serveSqlite(): void {
  const { path, busy, stop } = workerData as SqliteThreadData
  const desk = createDesk(path)
  parentPort?.on('message', (orders: SqliteOrder[]) => {
    const answers: SqliteAnswer[] = []
    for (const order of orders) {
      Atomics.store(busy, 0, 1)
      // Looked at after it said that it is busy, so that it is waited for or begins nothing.
      if (Atomics.load(stop, 0) === 0) answers.push(desk.answer(order))
      Atomics.store(busy, 0, 0)
      Atomics.notify(busy, 0)
    }
    parentPort?.postMessage(answers)
  })
}
