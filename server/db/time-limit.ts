/**
 * Waits for the database to answer.
 * @throws an error with the code ETIMEDOUT if it takes longer; the work itself continues.
 */
export async function within<T>(milliseconds: number, answer: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The database did not answer within ${milliseconds} ms`)
      reject(Object.assign(error, { code: 'ETIMEDOUT' }))
    }, milliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
